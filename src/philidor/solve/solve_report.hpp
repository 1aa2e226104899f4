/// @file
/// All that was found out about a position, for whoever tells it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/solve/key_squares.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor {

/// A move of the line of play.
struct LineMove {
    Move move;
    std::optional<bool> is_mutual_zugzwang;  ///< the position after it
};

/// A position, and all that was found out about it.
struct SolveReport {
    Board board;
    Solution solution;
    std::optional<int> dtz;
    std::vector<LineMove> line;
    std::optional<KeySquares> key_squares;  ///< if somebody wants the map
    double seconds = 0;
};

/// Adds distances and a line of at most this many plies, from what the solver has proved that found the
/// report's solution.
void add_line(PositionSolver& solver, std::size_t plies, SolveReport& report);

}  // namespace philidor
