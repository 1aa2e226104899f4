/// @file
/// The options shared by all commands that use tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "philidor/builder/build.hpp"
#include "philidor/table/syzygy_tables.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// The default store.
inline const std::string usual_store = "philidor.db";

/// What a command does with its store.
enum class StoreUse : std::uint8_t {
    reads,   ///< it only reads tables
    writes,  ///< it also writes tables
};

/// Adds `--store`, which may be repeated.
void add_store_option(CLI::App& command, std::vector<std::string>& paths);

/// Adds `--threads`. The default is the number of cores.
void add_threads_option(CLI::App& command, unsigned& threads);

/// Adds `--device`: where tables are solved.
void add_device_option(CLI::App& command, DeviceChoice& device);

/// Adds `--memory` with this help text. The caller sets the default number of bytes.
void add_memory_option(CLI::App& command, std::uint64_t& bytes, const std::string& what);

/// Accepts times from 0 to this many seconds.
[[nodiscard]] CLI::Validator seconds_up_to(double most);

/// Opens the stores given by `--store`, or those of PHILIDOR_PATH if `paths` is empty, or `usual_store` if
/// that is not set. Throws a `CommandFailure` if a store cannot be opened, or if a store that is only read
/// does not exist.
[[nodiscard]] std::unique_ptr<TableStore> stores_or_failure(const std::vector<std::string>& paths,
                                                            StoreUse use);

/// Adds `--syzygy`.
void add_syzygy_option(CLI::App& command, std::string& folders);

/// Opens Syzygy's tables in these folders, or in those of SYZYGY_PATH if that is empty; null if neither is
/// given. If they cannot be used, standard error says why, and the command goes on without them.
[[nodiscard]] std::unique_ptr<SyzygyTables> syzygy_if_usable(const std::string& folders);

}  // namespace philidor::cli
