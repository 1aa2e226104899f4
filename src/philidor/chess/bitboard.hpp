/// @file
/// A set of squares.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <string>

#include "philidor/base/inline.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// A set of squares in one 64-bit word, with bit 0 for a1. It reads as a set: `has`, `is_subset_of`, `a
///  b`, `a & b`, `a - b`, `~a`. Range-for visits the squares in ascending order.
class Bitboard {
  public:
    /// The empty set.
    constexpr Bitboard() = default;

    /// The set of one square.
    PHILIDOR_INLINE constexpr explicit Bitboard(Square square)
        : bits_(std::uint64_t{1} << index_of(square)) {}

    /// All squares of a file.
    constexpr explicit Bitboard(File file)
        : bits_(std::uint64_t{0x0101010101010101} << static_cast<unsigned>(file)) {}

    /// All squares of a rank.
    PHILIDOR_INLINE constexpr explicit Bitboard(Rank rank)
        : bits_(std::uint64_t{0xFF} << (8 * static_cast<unsigned>(rank))) {}

    /// The set with these bits. This is the only conversion from a number.
    [[nodiscard]] PHILIDOR_INLINE static constexpr Bitboard from_bits(std::uint64_t bits) {
        Bitboard set;
        set.bits_ = bits;
        return set;
    }

    /// All 64 squares.
    [[nodiscard]] PHILIDOR_INLINE static constexpr Bitboard all() { return from_bits(~std::uint64_t{0}); }

    /// The light squares (b1, a2, ...).
    [[nodiscard]] static constexpr Bitboard light_squares() { return from_bits(0x55AA55AA55AA55AA); }

    /// The set as a number, a1 in the lowest bit.
    [[nodiscard]] PHILIDOR_INLINE constexpr std::uint64_t bits() const { return bits_; }

    /// Whether no square is in the set.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool is_empty() const { return bits_ == 0; }

    /// Whether at least one square is in the set.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool any() const { return bits_ != 0; }

    /// Whether two squares or more are in the set.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }

    /// The number of squares in the set.
    [[nodiscard]] PHILIDOR_INLINE constexpr unsigned count() const {
        return static_cast<unsigned>(std::popcount(bits_));
    }

    /// Whether the square is in the set.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool has(Square square) const {
        return (bits_ >> index_of(square) & 1U) != 0;
    }

    /// Whether the two sets share a square.
    [[nodiscard]] PHILIDOR_INLINE constexpr bool intersects(Bitboard other) const {
        return (bits_ & other.bits_) != 0;
    }

    /// Whether every square of this set is in the other.
    [[nodiscard]] constexpr bool is_subset_of(Bitboard other) const { return (bits_ & ~other.bits_) == 0; }

    /// The lowest square. The set must not be empty.
    [[nodiscard]] PHILIDOR_INLINE constexpr Square first() const {
        assert(bits_ != 0);
        return square_at(static_cast<unsigned>(std::countr_zero(bits_)));
    }

    /// Adds a square.
    PHILIDOR_INLINE constexpr void add(Square square) { bits_ |= Bitboard(square).bits_; }

    /// Removes a square.
    PHILIDOR_INLINE constexpr void remove(Square square) { bits_ &= ~Bitboard(square).bits_; }

    /// The set reflected top to bottom: a1 <-> a8.
    [[nodiscard]] PHILIDOR_INLINE constexpr Bitboard flipped_ranks() const {
        return from_bits(__builtin_bswap64(bits_));
    }

    /// The set reflected left to right: a1 <-> h1.
    [[nodiscard]] constexpr Bitboard mirrored_files() const {
        std::uint64_t b = bits_;
        b = (b >> 1U & 0x5555555555555555) | (b & 0x5555555555555555) << 1U;
        b = (b >> 2U & 0x3333333333333333) | (b & 0x3333333333333333) << 2U;
        b = (b >> 4U & 0x0F0F0F0F0F0F0F0F) | (b & 0x0F0F0F0F0F0F0F0F) << 4U;
        return from_bits(b);
    }

    /// Union.
    PHILIDOR_INLINE friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return from_bits(a.bits_ | b.bits_);
    }
    /// Intersection.
    PHILIDOR_INLINE friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return from_bits(a.bits_ & b.bits_);
    }
    /// The squares in exactly one of the two sets.
    PHILIDOR_INLINE friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
        return from_bits(a.bits_ ^ b.bits_);
    }
    /// Difference: the squares of `a` that are not in `b`.
    PHILIDOR_INLINE friend constexpr Bitboard operator-(Bitboard a, Bitboard b) {
        return from_bits(a.bits_ & ~b.bits_);
    }
    /// Complement.
    PHILIDOR_INLINE friend constexpr Bitboard operator~(Bitboard a) { return from_bits(~a.bits_); }

    /// Adds the squares of the other set.
    PHILIDOR_INLINE constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    /// Keeps the squares that are also in the other set.
    PHILIDOR_INLINE constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    /// Toggles the squares of the other set.
    PHILIDOR_INLINE constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
    /// Removes the squares of the other set.
    PHILIDOR_INLINE constexpr Bitboard& operator-=(Bitboard other) { return *this = *this - other; }

    /// Whether both sets hold the same squares.
    PHILIDOR_INLINE friend constexpr bool operator==(Bitboard a, Bitboard b) { return a.bits_ == b.bits_; }

    /// Visits the squares of a set in ascending order.
    class Iterator {
      public:
        /// An iterator over the squares of the bits `rest`.
        PHILIDOR_INLINE constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
        /// The current square.
        PHILIDOR_INLINE constexpr Square operator*() const { return from_bits(rest_).first(); }
        /// Moves on to the next square.
        PHILIDOR_INLINE constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        /// Whether both are at the same square.
        PHILIDOR_INLINE friend constexpr bool operator==(Iterator a, Iterator b) {
            return a.rest_ == b.rest_;
        }

      private:
        std::uint64_t rest_;
    };
    /// An iterator at the lowest square.
    [[nodiscard]] PHILIDOR_INLINE constexpr Iterator begin() const { return Iterator(bits_); }
    /// An iterator past the highest square.
    [[nodiscard]] PHILIDOR_INLINE constexpr Iterator end() const { return Iterator(0); }

  private:
    std::uint64_t bits_ = 0;
};

/// One step on the board, as the difference of square numbers.
enum class Direction : std::int8_t {
    north = 8,
    south = -8,
    east = 1,
    west = -1,
    north_east = 9,
    north_west = 7,
    south_east = -7,
    south_west = -9,
};

/// Every square of the set moved one step. Squares that would leave the board are dropped.
template <Direction Step>
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard shift(Bitboard set) {
    constexpr int by = static_cast<int>(Step);
    constexpr int files = (by + 9) % 8 - 1;  // -1 to the west, 0 along the file, 1 to the east
    if constexpr (files == 1) set -= Bitboard(File::h);
    if constexpr (files == -1) set -= Bitboard(File::a);
    return Bitboard::from_bits(by > 0 ? set.bits() << (by & 63) : set.bits() >> (-by & 63));
}

/// The direction in which the pawns of this colour move.
[[nodiscard]] constexpr Direction forward(Color color) {
    return color == Color::white ? Direction::north : Direction::south;
}

/// The squares attacked by a set of pawns of this colour.
template <Color Us>
[[nodiscard]] PHILIDOR_INLINE constexpr Bitboard pawn_attacks(Bitboard pawns) {
    if constexpr (Us == Color::white) {
        return shift<Direction::north_west>(pawns) | shift<Direction::north_east>(pawns);
    } else {
        return shift<Direction::south_west>(pawns) | shift<Direction::south_east>(pawns);
    }
}

/// The set as eight lines of eight characters, rank 8 first: '1' for squares in the set, '.' for the others.
[[nodiscard]] std::string picture(Bitboard set);

}  // namespace philidor
