/// @file
/// All there is to say about an ending: its value, its moves, good play, and zugzwang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/solve/key_squares.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// How the work on an ending came to its end.
enum class SolveEnd : std::uint8_t {
    settled,        ///< everything that was asked for is known
    out_of_time,    ///< the deadline passed
    out_of_memory,  ///< more tables are needed than memory holds
    interrupted,    ///< the caller asked to stop
    exhausted,      ///< nothing is left to try with the pieces and the memory allowed
};

/// What the work has cost.
struct SolveStatistics {
    std::size_t tables = 0;         ///< tables solved, each attempt counted
    std::uint64_t positions = 0;    ///< of these tables
    std::uint64_t peak_bytes = 0;   ///< the most memory that tables took
    std::uint64_t least_bytes = 0;  ///< the memory needed at least, where that is more than was allowed
};

/// Which part of a value is to be settled.
enum class Goal : std::uint8_t {
    value,  ///< all of it
    win,    ///< only whether the side to move wins
    loss,   ///< only whether the side to move loses
};

/// How much is to be found out.
enum class SolutionScope : std::uint8_t {
    value,       ///< the value of the position
    moves,       ///< and that of every move
    everything,  ///< and that with the other side to move, distances and a line of play
};

/// A move of a line of play.
struct LineMove {
    MoveAnswer answer;  ///< the move, seen from the side that makes it
    std::optional<bool>
        is_mutual_zugzwang;  ///< the position after it; empty if that is open or not asked for
};

/// What was found out about an ending. Values are seen from the side to move.
struct Solution {
    /// The value, the distance and the moves. What was not asked for may be known all the same.
    Answer answer;

    /// The value with the other side to move, seen from that side; empty if it was not asked for, or if such
    /// a position is illegal, since the side that is to move now is in check.
    std::optional<WdlBounds> other_side;

    /// Whether it is a mutual zugzwang: each side would be better off if the other had to move. Empty if that
    /// is open.
    std::optional<bool> is_mutual_zugzwang;

    /// Good play, as far as it was asked for and found. A line that does not end with the game ends where it
    /// is not known how to go on.
    std::vector<LineMove> line;

    /// Where the kings should stand, for an ending of kings and pawns; empty if that was not asked for.
    std::optional<KeySquares> key_squares;

    SolveEnd end = SolveEnd::settled;  ///< why the work on the position itself ended
    SolveStatistics statistics;        ///< of all the work
    double seconds = 0;                ///< that it took; key squares, and reading and writing a store, apart

    /// What went wrong with the store, if something did. The solution is sound all the same.
    std::optional<Error<TableError>> store_failure;

    /// The value: exact, or bounds that are proved.
    [[nodiscard]] WdlBounds value() const { return answer.bounds; }

    /// Whether the values of the position, of all its moves and of the other side to move are known.
    [[nodiscard]] bool is_complete() const;
};

/// The position with the other side to move; empty if that is illegal.
[[nodiscard]] std::optional<Ending> with_other_side_to_move(const Ending& ending);

/// Whether two positions that differ in the side to move are a mutual zugzwang. Both bounds are seen from the
/// side to move in their own position. Empty if they leave it open.
[[nodiscard]] std::optional<bool> is_mutual_zugzwang(WdlBounds one_side, WdlBounds other_side);

}  // namespace philidor
