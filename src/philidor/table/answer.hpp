/// @file
/// What is known about a position and its moves: the one vocabulary of tables, proofs, engine and server.
///
/// Values and distances are seen from the side to move, those of a move from the side that makes it: a win is
/// good for that side, and a positive distance is a win. The 50-move rule is not considered.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What is known about a move, seen from the side that makes it.
struct MoveAnswer {
    Move move;         ///< a legal move
    WdlBounds bounds;  ///< what it is worth, without the 50-move rule

    /// Plies to the next capture, pawn move or mate, this move included, as in `Answer`: 1 or -1 for a
    /// capture, a pawn move or mate, 101 or -101 if the rule makes it a draw, 0 for a draw. Empty if it is
    /// not known.
    std::optional<int> dtz;

    /// The same for the position after the move, still with the sign of the side that makes the move. For a
    /// capture or a pawn move it is another count altogether. Empty if it is not known or was not asked for.
    std::optional<int> dtz_after;

    WdlBounds under_rule = {};  ///< what it is worth under the 50-move rule, with the clock of the position

    /// Plies to mate with best play, this move included, without the 50-move rule: 0 for a draw. Empty unless
    /// tables of distances to mate have it.
    std::optional<int> dtm = std::nullopt;

    /// Like `dtz_after`, or one ply less: what Syzygy's tables tell where `dtz_after` is not known.
    std::optional<int> rounded_dtz_after = std::nullopt;

    /// Both values.
    [[nodiscard]] RuledValue value() const { return {bounds, under_rule}; }
};

/// The moves after which distances are asked for: after a capture or a pawn move they are those of another
/// table, which takes longer.
enum class DistancesAfter : std::uint8_t { quiet_moves, all_moves };

/// What is known about a position, seen from the side to move.
struct Answer {
    Board board;       ///< the position
    WdlBounds bounds;  ///< what it is worth, without the 50-move rule

    /// Plies until the next capture, pawn move or mate if the winner hurries, among the moves that keep the
    /// win, and the loser delays. Positive for the winner, negative for the loser, -1 for a side that is
    /// mated, 0 for a draw. A win that fits into the 50-move rule, with a clock of 0, counts to a move that
    /// keeps it so, and is at most 100; others are more than 100, as in Syzygy's tables. Empty if the value
    /// is open, or if the distance is not known.
    std::optional<int> dtz;

    /// All legal moves, best first: by what is certain, then by what is possible, first under the 50-move
    /// rule, then without it, then by distance. A winner's shortest way and a loser's longest one come first,
    /// mate before other ends. Moves that are equally good keep the order of `legal_moves`.
    std::vector<MoveAnswer> moves;

    WdlBounds under_rule = {};  ///< what it is worth under the 50-move rule, with the clock of the board

    /// Plies to mate with best play, without the 50-move rule: positive for the winner, negative for the
    /// loser, 0 for a draw and for a side that is mated. Empty unless tables of distances to mate have it.
    std::optional<int> dtm = std::nullopt;

    /// Like `dtz`, or one ply less: what Syzygy's tables tell where `dtz` is not known.
    std::optional<int> rounded_dtz = std::nullopt;

    /// Both values.
    [[nodiscard]] RuledValue value() const { return {bounds, under_rule}; }

    /// Whether the values of the position and of all its moves are known.
    [[nodiscard]] bool is_complete() const;

    /// Whether all values and distances are known, those after the moves included.
    [[nodiscard]] bool has_distances() const;

    /// The same, where a distance of Syzygy's tables is enough.
    [[nodiscard]] bool has_rounded_distances() const;

    /// Tells what a move is worth, and where known the DTZ of the position after it, seen from the side that
    /// makes the move. The value under the rule is that with a clock of 0; what the clock makes of it
    /// follows, and so does the move's own distance. What is known of the bounds already stays.
    void learn(MoveAnswer& answer, RuledValue value, std::optional<int> dtz_after) const;

    /// Sorts the moves, and draws from them what follows for the position.
    void conclude();
};

/// What a value under the 50-move rule becomes when the clock has run: a win stays one if its distance fits
/// into what is left of the 100 plies. Where the distance is not known, or not known well enough, it may be a
/// draw. `dtz` and `rounded_dtz` are those of the position, with the sign of either side.
[[nodiscard]] WdlBounds with_clock(WdlBounds under_rule,
                                   std::optional<int> dtz,
                                   unsigned clock,
                                   std::optional<int> rounded_dtz = std::nullopt);

/// What the rules alone say: of a side that cannot move, and where neither side can ever win. Empty if they
/// say nothing.
[[nodiscard]] std::optional<WdlBounds> value_by_rules(const Board& board);

/// What the rules alone say about a position and its moves. Works for boards with castling rights, too.
[[nodiscard]] Answer answer_by_rules(const Board& board);

}  // namespace philidor
