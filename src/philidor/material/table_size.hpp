/// @file
/// How large a table is, known before it is built.
#pragma once

#include <cstdint>
#include <limits>

#include "philidor/material/canonical_key.hpp"

namespace philidor {

/// A number of things that may be too large to count in 64 bits; then it is `too_large()` and stays so.
class Amount {
  public:
    /// Nothing.
    constexpr Amount() = default;

    /// This many.
    constexpr explicit Amount(std::uint64_t number) : number_(number) {}

    /// More than can be counted.
    [[nodiscard]] static constexpr Amount too_large() {
        return Amount(std::numeric_limits<std::uint64_t>::max());
    }

    /// Whether it is more than can be counted.
    [[nodiscard]] constexpr bool is_too_large() const { return *this == too_large(); }

    /// The number, or the largest there is.
    [[nodiscard]] constexpr std::uint64_t number() const { return number_; }

    /// Sum.
    friend constexpr Amount operator+(Amount a, Amount b) {
        std::uint64_t sum = 0;
        return __builtin_add_overflow(a.number_, b.number_, &sum) ? too_large() : Amount(sum);
    }
    /// Product; nothing times too many is nothing.
    friend constexpr Amount operator*(Amount a, Amount b) {
        if (a.number_ == 0 || b.number_ == 0) return {};
        std::uint64_t product = 0;
        const bool overflows = __builtin_mul_overflow(a.number_, b.number_, &product);
        return overflows || a.is_too_large() || b.is_too_large() ? too_large() : Amount(product);
    }
    /// Adds up.
    constexpr Amount& operator+=(Amount other) { return *this = *this + other; }

    /// Ordered by size; what is too large is equal.
    friend constexpr auto operator<=>(Amount, Amount) = default;

  private:
    std::uint64_t number_ = 0;
};

/// How large a table is, before anything is left out or compressed.
struct TableSize {
    Amount tiles;      ///< placements of the pieces; each is a tile of 64 x 64 squares of the kings
    Amount positions;  ///< tiles times 4096 king pairs times the sides to move that are stored
    Amount bytes;      ///< at two bits a position: illegal, lost, drawn or won
};

/// The size of the table of a key.
[[nodiscard]] TableSize table_size(const CanonicalKey& key);

}  // namespace philidor
