/// @file
/// Short wins on boards that tables know nothing about.
#pragma once

#include <optional>

#include "philidor/base/budget.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor {

/// A forced mate of either side that a short search of moves finds, with the line to it. For boards with
/// castling rights, which are no endings; it works for all. The values of other moves are those that the
/// rules or the same search tell. Empty if it finds none.
[[nodiscard]] std::optional<Solution> find_forced_win(const Board& board, const Budget& budget);

}  // namespace philidor
