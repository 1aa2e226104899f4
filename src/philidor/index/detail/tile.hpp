/// @file
/// All placements of the two kings at once.
#pragma once

#include <array>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// A set of placements of the two kings, with all other men fixed. The row is the white king's square, the
/// bit within the row the black king's square. 64 words, which loops over `rows` process as vectors.
struct alignas(64) Tile {
    /// For each square of the white king, the squares of the black king.
    std::array<std::uint64_t, 64> rows{};

    /// The squares of the black king for a square of the white king.
    [[nodiscard]] Bitboard row(Square white_king) const {
        return Bitboard::from_bits(rows[index_of(white_king)]);
    }

    /// Whether a placement is in the set.
    [[nodiscard]] bool has(Square white_king, Square black_king) const {
        return row(white_king).has(black_king);
    }

    /// Adds a placement.
    void add(Square white_king, Square black_king) {
        rows[index_of(white_king)] |= Bitboard(black_king).bits();
    }

    /// Removes a placement.
    void remove(Square white_king, Square black_king) {
        rows[index_of(white_king)] &= ~Bitboard(black_king).bits();
    }

    /// The number of placements in the set.
    [[nodiscard]] unsigned count() const {
        unsigned sum = 0;
        for (const std::uint64_t bits : rows) sum += Bitboard::from_bits(bits).count();
        return sum;
    }

    /// Whether the set is not empty.
    [[nodiscard]] bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t bits : rows) all |= bits;
        return all != 0;
    }

    /// Whether both sets hold the same placements.
    friend bool operator==(const Tile&, const Tile&) = default;
};

/// Adds the placements of the other set.
PHILIDOR_INLINE void operator|=(Tile& a, const Tile& b) {
    for (std::size_t i = 0; i < 64; ++i) a.rows[i] |= b.rows[i];
}

/// Keeps the placements that are also in the other set.
PHILIDOR_INLINE void operator&=(Tile& a, const Tile& b) {
    for (std::size_t i = 0; i < 64; ++i) a.rows[i] &= b.rows[i];
}

/// Removes the placements of the other set.
PHILIDOR_INLINE void operator-=(Tile& a, const Tile& b) {
    for (std::size_t i = 0; i < 64; ++i) a.rows[i] &= ~b.rows[i];
}

/// Replaces the set by its complement.
PHILIDOR_INLINE void complement(Tile& tile) {
    for (std::size_t i = 0; i < 64; ++i) tile.rows[i] = ~tile.rows[i];
}

/// Removes the placements with a king on one of these squares.
PHILIDOR_INLINE void remove_kings_on(Tile& tile, Bitboard squares) {
    for (std::size_t i = 0; i < 64; ++i) tile.rows[i] &= ~squares.bits();
    for (const Square square : squares) tile.rows[index_of(square)] = 0;
}

}  // namespace philidor
