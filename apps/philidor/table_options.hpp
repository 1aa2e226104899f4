/// @file
/// The options that all commands about tables have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// Where tables are if nobody says otherwise.
inline const std::string usual_store = "philidor.db";

/// What a command does with its store.
enum class StoreUse : std::uint8_t { reads, writes };

/// Adds `--store`, which can be given several times.
void add_store_option(CLI::App& command, std::vector<std::string>& paths);

/// Adds `--threads`; the usual number is that of the cores.
void add_threads_option(CLI::App& command, unsigned& threads);

/// Adds `--memory`.
void add_memory_option(CLI::App& command, std::uint64_t& bytes, const std::string& what);

/// Accepts times from nothing to so many seconds.
[[nodiscard]] CLI::Validator seconds_up_to(double most);

/// Opens the stores of `--store`, or else those of PHILIDOR_PATH, or else `usual_store`. Those
/// that are only to be read must be there.
[[nodiscard]] std::unique_ptr<TableStore> open_stores(const std::vector<std::string>& paths, StoreUse use);

}  // namespace philidor::cli
