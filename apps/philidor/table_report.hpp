/// @file
/// Statistics of a stored table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "philidor/builder/prober.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table_statistics.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor::cli {

/// Statistics of a stored table.
struct TableReport {
    TableKey key;                            ///< the key of the table
    bool is_exact;                           ///< false if some values are only bounds
    std::uint64_t bytes;                     ///< the stored size
    std::size_t blocks;                      ///< the number of compressed blocks
    ByColor<ValueCounts> counts;             ///< positions by value, for each side to move
    std::optional<LongestDistance> longest;  ///< empty if no position is won, or if it could not be computed
};

/// Reads a table and counts its values. `prober` finds the longest distance; it may be null if that is not
/// wanted. Throws a `CommandFailure` if the table cannot be read.
[[nodiscard]] TableReport report_on(const TableKey& key, const TableStore& store, Prober* prober);

/// The report as JSON.
[[nodiscard]] nlohmann::ordered_json json_of(const TableReport& report);

/// Prints the report as text.
void print(const TableReport& report);

}  // namespace philidor::cli
