/// @file
/// A check of every distance to mate of a table, which knows nothing of how it was made.
///
/// The numbers of a position and of those that its legal moves lead to must agree: a winner's is one more
/// than the least of the losses it can reach, a loser's one more than the greatest of the wins it cannot
/// avoid, and a draw can reach no loss and avoid all wins. Numbers that agree everywhere are the right ones:
/// each follows from smaller ones, down to mate, and among draws play can go on for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/mate_solver.hpp"
#include "philidor/builder/detail/table_fault.hpp"
#include "philidor/table/detail/distance_table.hpp"

namespace philidor {

/// What the check found.
struct MateReport {
    std::uint64_t positions = 0;    ///< legal ones
    std::uint64_t faults = 0;       ///< how many are wrong
    unsigned longest = 0;           ///< plies of the longest mate
    std::vector<TableFault> first;  ///< some of those that are wrong; their distances are as stored
    bool is_complete = true;        ///< all children were there, and the budget did not end the work
};

/// Checks every position. `lookup` finds the tables of the children and is called by one thread at a time.
[[nodiscard]] MateReport verify_mates(const DistanceTable& mates,
                                      const MateLookup& lookup,
                                      const Budget& budget = {},
                                      std::size_t most_faults = 10);

}  // namespace philidor
