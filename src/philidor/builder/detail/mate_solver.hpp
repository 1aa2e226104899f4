/// @file
/// Distances to mate, from those of the children.
#pragma once

#include <functional>
#include <optional>

#include "philidor/base/budget.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/distance_table.hpp"

namespace philidor {

/// Returns the distances to mate of a child, or null if they are not available. They must stay valid.
using MateLookup = std::function<const DistanceTable*(const TableKey&)>;

/// Measures how many plies the wins of a table take to mate, whatever is captured on the way and without the
/// 50-move rule. `MateDistance` says what the numbers mean. Empty if a child is not available, or if the
/// budget, which is asked before each round, ended the work. Does not need the values of the table.
[[nodiscard]] std::optional<DistanceTable> measure_mates(const TableKey& key,
                                                         const MateLookup& lookup,
                                                         const Budget& budget = {});

}  // namespace philidor
