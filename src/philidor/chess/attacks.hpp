/// @file
/// The squares that each piece attacks, and the lines of the board.
#pragma once

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/detail/magic_sliders.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

namespace detail {

/// Knight attacks by square; use `knight_attacks`.
extern const BySquare<Bitboard> knight_table;
/// King attacks by square; use `king_attacks`.
extern const BySquare<Bitboard> king_table;
/// Pawn attacks by colour and square; use `pawn_attacks`.
extern const ByColor<BySquare<Bitboard>> pawn_table;
/// The squares between two squares; use `between`.
extern const BySquare<BySquare<Bitboard>> between_table;
/// The line through two squares; use `line_through`.
extern const BySquare<BySquare<Bitboard>> line_table;

}  // namespace detail

/// The squares a knight on `square` attacks.
[[nodiscard]] PHILIDOR_INLINE Bitboard knight_attacks(Square square) { return detail::knight_table[square]; }

/// The squares a king on `square` attacks.
[[nodiscard]] PHILIDOR_INLINE Bitboard king_attacks(Square square) { return detail::king_table[square]; }

/// The squares a pawn of this colour on `square` attacks.
[[nodiscard]] PHILIDOR_INLINE Bitboard pawn_attacks(Color color, Square square) {
    return detail::pawn_table[color][square];
}

/// The squares a bishop on `square` attacks when the squares of `occupied` block its way.
[[nodiscard]] PHILIDOR_INLINE Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return detail::MagicSliders::bishop_attacks(square, occupied);
}

/// The squares a rook on `square` attacks when the squares of `occupied` block its way.
[[nodiscard]] PHILIDOR_INLINE Bitboard rook_attacks(Square square, Bitboard occupied) {
    return detail::MagicSliders::rook_attacks(square, occupied);
}

/// The squares a queen on `square` attacks when the squares of `occupied` block its way.
[[nodiscard]] PHILIDOR_INLINE Bitboard queen_attacks(Square square, Bitboard occupied) {
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

/// The squares that this piece on `square` attacks when the squares of `occupied` block its way.
[[nodiscard]] Bitboard attacks_of(Piece piece, Square square, Bitboard occupied);

/// The squares strictly between two squares on one rank, file or diagonal; empty if they share none.
[[nodiscard]] PHILIDOR_INLINE Bitboard between(Square a, Square b) { return detail::between_table[a][b]; }

/// The whole rank, file or diagonal through two different squares; empty if they share none.
[[nodiscard]] PHILIDOR_INLINE Bitboard line_through(Square a, Square b) { return detail::line_table[a][b]; }

}  // namespace philidor
