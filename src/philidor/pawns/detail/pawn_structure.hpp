/// @file
/// The pawns of a position, and each side's view of them.
#pragma once

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor {

/// The pawns from one side's view, in which its own pawns move up the board. For Black the board is turned
/// upside down, so that every rule about pawns is written only once.
struct PawnView {
    Bitboard own;    ///< the pawns of the side
    Bitboard enemy;  ///< the pawns of the enemy
};

/// The pawns of both sides, and nothing else. The value of a structure may depend only on these, since it is
/// cached by the key of the pawns.
struct PawnStructure {
    ByColor<Bitboard> pawns;  ///< the pawns of each side

    /// The pawns of a board.
    [[nodiscard]] PHILIDOR_INLINE static PawnStructure of(const Board& board) {
        return {{{board.pieces(Color::white, PieceType::pawn), board.pieces(Color::black, PieceType::pawn)}}};
    }

    /// The pawns from this side's view.
    [[nodiscard]] PHILIDOR_INLINE constexpr PawnView seen_by(Color color) const {
        if (color == Color::white) return {pawns[Color::white], pawns[Color::black]};
        return {pawns[Color::black].flipped_ranks(), pawns[Color::white].flipped_ranks()};
    }

    /// Whether the pawns are the same.
    friend constexpr bool operator==(const PawnStructure&, const PawnStructure&) = default;
};

/// Converts a set from a side's view to the board, or back.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard relative(Color color, Bitboard set) {
    return color == Color::white ? set : set.flipped_ranks();
}

}  // namespace philidor
