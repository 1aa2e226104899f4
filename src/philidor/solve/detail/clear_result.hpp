/// @file
/// When nobody doubts a result any more.
#pragma once

#include <compare>
#include <cstdint>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::detail {

/// What a man is worth when chess players count: 9, 5, 3, 3 and 1; a king is not counted.
[[nodiscard]] int worth_of(PieceType type);

/// What the men of a side are worth together.
[[nodiscard]] int material_of(const Board& board, Color side);

/// What a capture or a pawn move gains. Compared by worth, then by how far the man has come.
struct Gain {
    int worth = 0;            ///< what it wins, less what the opponent can take back at once
    Rank rank = Rank::first;  ///< where the man stands, seen from its side

    friend constexpr auto operator<=>(Gain, Gain) = default;
};

/// What a move gains.
[[nodiscard]] Gain gain_of(const Board& board, Move move);

/// Whether the side to move can win a man, as far as one move shows.
[[nodiscard]] bool can_win_material(const Board& board);

/// How clear it is that the winner of a position wins.
enum class Lead : std::uint8_t {
    none,    ///< it takes moves to show it
    pawns,   ///< two pawns ahead in an ending of kings and pawns
    pieces,  ///< ahead by a queen for a rook, by a rook, or by enough to mate a bare king
    mate,    ///< the opponent is mated
};

/// The lead of a side that is known to win. A far advanced pawn of the opponent makes it doubtful.
[[nodiscard]] Lead lead_of(const Board& board, Color winner);

/// Whether the winner's last move has made it this clear: it has the lead, and no capture or promotion by the
/// opponent, who is to move, takes it away at once.
[[nodiscard]] bool has_clear_lead(const Board& board, Color winner, Lead lead);

/// Whether a position that is known to be drawn needs no more moves to show it: mate is impossible, or there
/// are no pawns and nobody is a rook ahead.
[[nodiscard]] bool is_clear_draw(const Board& board);

}  // namespace philidor::detail
