/// @file
/// Distances to zeroing, from the values of the children.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_distances.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor {

/// Measures the distances of a table whose children are all there and exact; empty if they are not, or if the
/// budget, which is asked before each round, ended the work. It takes about as long as solving the table, and
/// does not need its values.
[[nodiscard]] std::optional<DistanceTable> measure_distances(const TableKey& key,
                                                             const TableLookup& lookup,
                                                             const Budget& budget = {});

/// How much memory solving a table and measuring its distances takes, the children that have to be at hand
/// included.
[[nodiscard]] std::uint64_t memory_for_distance_table(const TableKey& key);

/// Measures the distances of the positions that one side wins, for a key that need not be canonical. Where
/// children are absent, the distances of proved wins are upper bounds of the true ones, those of possible
/// wins lower bounds. Positions that are `won` for reasons that no table knows count as if the next move
/// showed it. Empty if the budget ended the work.
[[nodiscard]] std::optional<WinDistances> measure_distances(const MaterialKey& key,
                                                            Question question,
                                                            const ChildLookup& lookup,
                                                            std::span<const Board> won,
                                                            const Budget& budget = {});

/// How much memory measuring the distances of one side's wins takes.
[[nodiscard]] std::uint64_t memory_for_win_distances(const MaterialKey& key);

}  // namespace philidor
