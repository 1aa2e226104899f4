/// @file
/// The two sides.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "philidor/base/inline.hpp"

namespace philidor {

/// White or Black.
enum class Color : std::uint8_t { white, black };

/// Both colours, for range-for.
inline constexpr std::array all_colors{Color::white, Color::black};

/// The other colour.
[[nodiscard]] PHILIDOR_INLINE constexpr Color operator!(Color color) {
    return static_cast<Color>(static_cast<std::uint8_t>(color) ^ 1U);
}

/// "white" or "black".
[[nodiscard]] constexpr std::string_view name_of(Color color) {
    return color == Color::white ? "white" : "black";
}

}  // namespace philidor
