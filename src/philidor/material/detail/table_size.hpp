/// @file
/// The size of a table, known before it is built.
#pragma once

#include <cstdint>
#include <limits>

#include "philidor/material/table_key.hpp"

namespace philidor {

/// A count that may exceed 64 bits; it then becomes `too_large()` and stays so.
class Amount {
  public:
    /// Zero.
    constexpr Amount() = default;

    /// This number.
    constexpr explicit Amount(std::uint64_t number) : number_(number) {}

    /// The value for counts that do not fit.
    [[nodiscard]] static constexpr Amount too_large() {
        return Amount(std::numeric_limits<std::uint64_t>::max());
    }

    /// Whether the count does not fit.
    [[nodiscard]] constexpr bool is_too_large() const { return *this == too_large(); }

    /// The number, or the largest 64-bit number if it is too large.
    [[nodiscard]] constexpr std::uint64_t number() const { return number_; }

    /// The sum.
    friend constexpr Amount operator+(Amount a, Amount b) {
        std::uint64_t sum = 0;
        return __builtin_add_overflow(a.number_, b.number_, &sum) ? too_large() : Amount(sum);
    }
    /// The product; zero times `too_large()` is zero.
    friend constexpr Amount operator*(Amount a, Amount b) {
        if (a.number_ == 0 || b.number_ == 0) return {};
        std::uint64_t product = 0;
        const bool overflows = __builtin_mul_overflow(a.number_, b.number_, &product);
        return overflows || a.is_too_large() || b.is_too_large() ? too_large() : Amount(product);
    }
    /// Adds another amount.
    constexpr Amount& operator+=(Amount other) { return *this = *this + other; }

    /// Ordered by size; all counts that are too large are equal.
    friend constexpr auto operator<=>(Amount, Amount) = default;

  private:
    std::uint64_t number_ = 0;
};

/// The size of a table before anything is left out or compressed.
struct TableSize {
    Amount tiles;      ///< placements of the pieces; each is a tile of 64 x 64 king placements
    Amount positions;  ///< tiles times 4096 king pairs times the sides to move that are stored
    Amount bytes;      ///< at two bits per position: illegal, lost, drawn or won
};

/// The size of the table of a key.
[[nodiscard]] TableSize table_size(const TableKey& key);

}  // namespace philidor
