/// @file
/// Building many tables into a store, children first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Why tables could not be built.
enum class BuildError : std::uint8_t {
    interrupted,        ///< the caller asked to stop; what was built until then is stored
    not_enough_memory,  ///< a table takes more memory to solve than is allowed
    store,              ///< a table could not be read or written
};

/// How far the work is.
struct BuildProgress {
    std::size_t tables = 0;       ///< built until now
    std::size_t all_tables = 0;   ///< to be built
    std::uint64_t positions = 0;  ///< of the tables built until now
    std::uint64_t all_positions = 0;
};

/// How tables are built.
struct BuildOptions {
    unsigned threads = 1;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for solving and for keeping children at hand
    bool stores_distances = false;                         ///< of exact tables, beside their values
    /// Called now and then, by one thread at a time; returning false stops the work.
    std::function<bool(const BuildProgress&)> progress;
    /// Called with each table that was built, by one thread at a time.
    std::function<void(const Table&)> built;
};

/// Builds the tables that the store does not have, or has with bounds only, or without distances if they are
/// wanted, level by level; the tables of one
/// level do not need each other (see `KeyGraph::levels`). Children that are absent make bounds. Every table
/// is stored soon after it is built, so that whoever starts again goes on where this stopped. Returns how
/// many were built.
[[nodiscard]] Result<std::size_t, BuildError> build_tables(
    std::span<const std::span<const CanonicalKey>> levels, TableStore& store, const BuildOptions& options);

}  // namespace philidor
