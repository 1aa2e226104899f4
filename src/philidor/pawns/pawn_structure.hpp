/// @file
/// The pawns of a position, and how each side sees them.
#pragma once

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor {

/// The pawns as one side sees them from its end of the board: its own walk up. For Black the board is turned
/// upside down, so that every rule about pawns is written once, for a side that plays up the board.
struct PawnView {
    Bitboard own;
    Bitboard enemy;
};

/// The pawns of both sides, and nothing else: what a structure is worth may depend on these alone, since it
/// is remembered by the key of the pawns.
struct PawnStructure {
    ByColor<Bitboard> pawns;

    /// The pawns of a board.
    [[nodiscard]] PHILIDOR_INLINE static PawnStructure of(const Board& board) {
        return {{{board.pieces(Color::white, PieceType::pawn), board.pieces(Color::black, PieceType::pawn)}}};
    }

    /// The pawns as a side sees them.
    [[nodiscard]] PHILIDOR_INLINE constexpr PawnView seen_by(Color color) const {
        if (color == Color::white) return {pawns[Color::white], pawns[Color::black]};
        return {pawns[Color::black].flipped_ranks(), pawns[Color::white].flipped_ranks()};
    }

    /// The same pawns.
    friend constexpr bool operator==(const PawnStructure&, const PawnStructure&) = default;
};

/// A set that a side sees, on the board as it is, and back again.
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard relative(Color color, Bitboard set) {
    return color == Color::white ? set : set.flipped_ranks();
}

}  // namespace philidor
