/// @file
/// The result of solving an ending: its value, its moves, good play, zugzwang, and key squares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a placement of the two kings is worth, with either side to move. If one side to move is impossible,
/// because the other king is attacked, only the possible one counts.
enum class KeySquare : std::uint8_t {
    unavailable,         ///< the kings cannot stand like this
    open,                ///< not solved yet
    white_wins,          ///< White wins with either side to move
    black_wins,          ///< Black wins with either side to move
    drawn,               ///< a draw with either side to move
    white_wins_to_move,  ///< White wins with White to move; otherwise it is a draw
    black_wins_to_move,  ///< Black wins with Black to move; otherwise it is a draw
    mover_wins,          ///< the side to move wins
    mutual_zugzwang,     ///< whoever must move is worse off
};

/// The key squares of a pawn ending.
struct KeySquares {
    BySquare<KeySquare> white_king{};  ///< by the white king's square; the black king stays where it stands
    BySquare<KeySquare> black_king{};  ///< by the black king's square; the white king stays where it stands
    /// By the white king's square: the known squares of the black king that make a mutual zugzwang.
    BySquare<Bitboard> corresponding{};

    /// Whether all squares of both kings are solved.
    [[nodiscard]] bool is_complete() const;
};

/// Why the work on an ending stopped.
enum class SolveEnd : std::uint8_t {
    settled,        ///< everything that was asked for is known
    out_of_time,    ///< the deadline passed
    out_of_memory,  ///< the tables needed do not fit into memory
    interrupted,    ///< the caller asked to stop
    exhausted,      ///< nothing is left to try with the pieces and the memory allowed
};

/// The cost of the work.
struct SolveStatistics {
    std::size_t tables = 0;         ///< tables solved, counted again in each attempt
    std::uint64_t positions = 0;    ///< positions in these tables
    std::uint64_t peak_bytes = 0;   ///< the most memory used by tables
    std::uint64_t least_bytes = 0;  ///< the least memory needed, if that is more than was allowed; else 0
};

/// Which part of the value to prove.
enum class Goal : std::uint8_t {
    value,  ///< all of it
    win,    ///< only whether the side to move wins
    loss,   ///< only whether the side to move loses
};

/// How much to find out.
enum class SolutionScope : std::uint8_t {
    value,       ///< the value of the position
    moves,       ///< also the value of every move
    everything,  ///< also the value with the other side to move, distances and a line of play
};

/// How far a line of play goes.
enum class LineExtent : std::uint8_t {
    conversion,  ///< until a capture or a promotion leaves no doubt about the result
    mate,        ///< until mate
};

/// The limits of a line of play.
struct LineLimits {
    std::size_t plies = 200;                     ///< the most plies
    LineExtent extent = LineExtent::conversion;  ///< where to stop if there are enough plies
};

/// Why a line of play ends.
enum class LineEnd : std::uint8_t {
    open,   ///< no good move is known, or there are no more plies
    mate,   ///< with mate
    won,    ///< the last move leaves no doubt that its side wins
    drawn,  ///< a dead draw, a repetition, or nothing more can happen
};

/// A move in a line of play.
struct LineMove {
    MoveAnswer answer;  ///< the move, from the point of view of the side that makes it
    /// Whether the position after the move is a mutual zugzwang. Empty if that is not known or was not asked
    /// for.
    std::optional<bool> is_mutual_zugzwang;
};

/// The result of solving an ending. Values are from the point of view of the side to move.
struct Solution {
    /// The value, the distance and the moves. It may hold more than was asked for.
    Answer answer;

    /// The value with the other side to move, from that side's point of view. Empty if it was not asked for,
    /// or if such a position is illegal because the side to move is in check.
    std::optional<WdlBounds> other_side;

    /// Whether the position is a mutual zugzwang: whoever must move is worse off. Empty if that is not known.
    std::optional<bool> is_mutual_zugzwang;

    /// Best play, as far as it was asked for and found. The winner heads for a conversion without giving men
    /// away, and the loser resists as long as possible. In a draw one side sets problems and the other shows
    /// how to hold.
    std::vector<LineMove> line;
    LineEnd line_end = LineEnd::open;  ///< why the line ends

    /// Where the kings should stand in an ending of kings and pawns. Empty if that was not asked for.
    std::optional<KeySquares> key_squares;

    SolveEnd end = SolveEnd::settled;  ///< why the work on the position itself stopped
    SolveStatistics statistics;        ///< the cost of all the work
    /// The time taken, without that for key squares and for reading and writing a store.
    double seconds = 0;

    /// The first failure of the store, if there was one. The solution is correct all the same.
    std::optional<Error<TableError>> store_failure;

    /// The value, or proved bounds of it.
    [[nodiscard]] WdlBounds value() const { return answer.bounds; }

    /// Whether the values of the position, of all its moves, and of the position with the other side to move
    /// are known.
    [[nodiscard]] bool is_complete() const;
};

/// The position with the other side to move. Empty if that is illegal.
[[nodiscard]] std::optional<Ending> with_other_side_to_move(const Ending& ending);

/// Whether two positions that differ only in the side to move are a mutual zugzwang. Each bound is from the
/// point of view of the side to move in its own position. Empty if the bounds do not decide it.
[[nodiscard]] std::optional<bool> is_mutual_zugzwang(WdlBounds one_side, WdlBounds other_side);

}  // namespace philidor
