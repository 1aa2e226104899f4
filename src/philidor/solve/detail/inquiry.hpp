/// @file
/// Asks a solver about a position, its moves, and the other side to move.
#pragma once

#include "philidor/chess/ending.hpp"
#include "philidor/solve/detail/position_solver.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor::detail {

/// Finds out about an ending with a solver that was made for it, or for one that play leads to it from. First
/// its value, or what the goal asks for, then the moves, then the other side to move, as far as the scope
/// goes. Lines, and distances that take tables of their own, are left out.
[[nodiscard]] Solution find_solution(const Ending& ending,
                                     PositionSolver& solver,
                                     SolutionScope scope,
                                     Goal goal);

}  // namespace philidor::detail
