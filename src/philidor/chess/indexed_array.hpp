/// @file
/// Arrays indexed by an enum, so that a square cannot be used where a colour is meant.
#pragma once

#include <array>
#include <cstddef>

#include "philidor/base/inline.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// `Size` values of `T`, one for each value of the enum `Index`. The first one belongs to the value `First`.
template <class Index, class T, std::size_t Size, std::size_t First = 0>
struct IndexedArray {
    /// The values in the order of the enum. Public so that the array is an aggregate.
    std::array<T, Size> values{};

    /// The value for `index`.
    [[nodiscard]] PHILIDOR_INLINE constexpr T& operator[](Index index) {
        return values.data()[static_cast<std::size_t>(index) - First];
    }
    /// The value for `index`.
    [[nodiscard]] PHILIDOR_INLINE constexpr const T& operator[](Index index) const {
        return values.data()[static_cast<std::size_t>(index) - First];
    }

    /// Whether all values are equal.
    friend constexpr bool operator==(const IndexedArray&, const IndexedArray&) = default;
};

/// One value for each colour.
template <class T>
using ByColor = IndexedArray<Color, T, 2>;

/// One value for each square.
template <class T>
using BySquare = IndexedArray<Square, T, square_count>;

/// One value for each kind of piece.
template <class T>
using ByPieceType = IndexedArray<PieceType, T, 6, 1>;

/// One value for each `Piece` code, unused codes included.
template <class T>
using ByPiece = IndexedArray<Piece, T, 23>;

}  // namespace philidor
