/// @file
/// Counting the values of tables that are too large to be stored.
#pragma once

#include <cstdint>
#include <functional>

#include "philidor/base/result.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table_statistics.hpp"

namespace philidor {

/// What a table has.
struct TableCount {
    TableKey key;
    ByColor<ValueCounts> values;       ///< by side to move
    ByColor<std::uint64_t> checksums;  ///< of the wins of each side; the same on every device
    double seconds;                    ///< that solving it took, or its share of a batch
};

/// Solves the tables of a plan and tells what each has. Nothing is stored: each table stays in memory as long
/// as one that is still to be solved may read it. A GPU must have room for all answers below the last level.
[[nodiscard]] Result<BuildReport, BuildError> count_tables(
    const TablePlan& plan, const BuildOptions& options, const std::function<void(const TableCount&)>& tell);

}  // namespace philidor
