/// @file
/// A comparison of a table with Syzygy's, position by position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/table_fault.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/syzygy_tables.hpp"

namespace philidor {

/// What a comparison found.
struct SyzygyReport {
    std::uint64_t compared = 0;     ///< positions that both know
    std::uint64_t not_there = 0;    ///< positions that Syzygy's tables do not have
    std::uint64_t faults = 0;       ///< positions of which they say something else
    std::vector<TableFault> first;  ///< some of them; what is expected is what Syzygy's tables say
};

/// Compares every value of a table, without the 50-move rule and with it, and its distances, which may be
/// null. A distance is right if it is Syzygy's or one ply more. Bounds must not exclude Syzygy's value. The
/// budget gives threads, progress, and when to stop.
[[nodiscard]] SyzygyReport compare_with_syzygy(const Table& table,
                                               const DistanceTable* distances,
                                               const SyzygyTables& syzygy,
                                               const Budget& budget,
                                               std::size_t most_faults = 10);

}  // namespace philidor
