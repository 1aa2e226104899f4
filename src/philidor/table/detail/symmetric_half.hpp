/// @file
/// The half of a symmetric table that follows from the other half.
#pragma once

#include "philidor/table/detail/table.hpp"

namespace philidor {

/// Fills in the values with Black to move from those with White to move. The key must have a swap of its own,
/// which leads to a position of the same table.
void fill_black_to_move(Table& table);

/// Whether the values with Black to move are those that `fill_black_to_move` would fill in.
[[nodiscard]] bool is_symmetric(const Table& table);

}  // namespace philidor
