/// @file
/// All there is to say about a position: its value, its moves, and who would rather not move.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// How much is to be found out.
enum class SolutionScope : std::uint8_t {
    value,       ///< the value of the position
    moves,       ///< and that of every move
    everything,  ///< and that of the position with the other side to move
};

/// What was found out about a position. Values are seen from the side to move.
struct Solution {
    WdlBounds bounds;

    /// All legal moves, best first, seen from the side that makes them. What was not asked for may be known
    /// all the same. Distances are left empty.
    std::vector<MoveAnswer> moves;

    /// The value with the other side to move, seen from that side; empty if nobody asked, or if such a
    /// position is illegal, since the side that is to move now is in check.
    std::optional<WdlBounds> other_side;

    /// Whether both sides would rather not move; empty if that is open.
    std::optional<bool> is_mutual_zugzwang;

    SolveEnd end = SolveEnd::settled;  ///< why the work on the position itself ended
    SolveStatistics statistics;        ///< of all the work
};

/// The position with the other side to move; empty if that is illegal.
[[nodiscard]] std::optional<Board> with_other_side_to_move(const Board& board);

/// Whether the two positions that differ in the side to move are such that both sides would rather not move.
/// Both bounds are seen from the side to move in their own position.
[[nodiscard]] std::optional<bool> is_mutual_zugzwang(WdlBounds one_side, WdlBounds other_side);

/// Finds out about a position, which nobody may castle in, with a solver that was made for it from these
/// options. First its value, or what the goal asks for, then the moves.
[[nodiscard]] Solution find_solution(const Board& root,
                                     PositionSolver& solver,
                                     const SolveOptions& options,
                                     SolutionScope scope = SolutionScope::everything,
                                     Goal goal = Goal::value);

}  // namespace philidor
