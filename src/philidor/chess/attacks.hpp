/// @file
/// The squares that each piece attacks, and the lines of the board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

namespace detail {

/// Where to find the attacks of a slider on one square, by multiplication ("magic bitboards"): at
/// `offset + ((occupied & relevant) * magic >> shift)`.
struct MagicHash {
    Bitboard relevant;         ///< the squares whose occupation matters
    std::uint64_t magic = 0;   ///< what they are multiplied by
    std::uint32_t offset = 0;  ///< where the entries of the square begin
    std::uint32_t shift = 0;   ///< how many bits of the product are dropped
};

/// The number of entries for a rook on all 64 squares: the sum of 2 to the number of relevant squares.
inline constexpr std::size_t rook_table_size = 102'400;

/// The number of entries for a bishop on all 64 squares.
inline constexpr std::size_t bishop_table_size = 5'248;

/// Rook attacks; use `rook_attacks`.
extern const BySquare<MagicHash> rook_magic_hashes;
/// Bishop attacks; use `bishop_attacks`.
extern const BySquare<MagicHash> bishop_magic_hashes;
/// Rook attacks by hash.
extern const std::array<Bitboard, rook_table_size> rook_magic_table;
/// Bishop attacks by hash.
extern const std::array<Bitboard, bishop_table_size> bishop_magic_table;

/// Slider attacks for the portable kernels and for all code outside the kernels.
struct MagicSliders {
    /// The squares a rook on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard rook_attacks(Square square, Bitboard occupied) {
        const MagicHash& hash = rook_magic_hashes[square];
        const auto key = (occupied & hash.relevant).bits() * hash.magic >> hash.shift;
        return rook_magic_table.data()[hash.offset + key];
    }

    /// The squares a bishop on `square` attacks.
    [[nodiscard]] PHILIDOR_INLINE static Bitboard bishop_attacks(Square square, Bitboard occupied) {
        const MagicHash& hash = bishop_magic_hashes[square];
        const auto key = (occupied & hash.relevant).bits() * hash.magic >> hash.shift;
        return bishop_magic_table.data()[hash.offset + key];
    }
};

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
