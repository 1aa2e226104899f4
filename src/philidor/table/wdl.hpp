/// @file
/// The value of a position, as far as it is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace philidor {

/// The value of a position for the side to move under perfect play, without the 50-move rule.
enum class Wdl : std::int8_t { loss = -1, draw = 0, win = 1 };

/// The value from the other side's point of view.
[[nodiscard]] constexpr Wdl operator-(Wdl value) { return static_cast<Wdl>(-static_cast<int>(value)); }

/// "loss", "draw" or "win".
[[nodiscard]] constexpr std::string_view name_of(Wdl value) {
    if (value == Wdl::draw) return "draw";
    return value == Wdl::win ? "win" : "loss";
}

/// What is certain about a value: it lies between `worst` and `best`. They may differ if a table is absent
/// that the value depends on.
struct WdlBounds {
    Wdl worst = Wdl::loss;  ///< the least that is certain
    Wdl best = Wdl::win;    ///< the most that is possible

    /// The bounds of a known value.
    [[nodiscard]] static constexpr WdlBounds exactly(Wdl value) { return {value, value}; }

    /// Whether the value is known.
    [[nodiscard]] constexpr bool is_exact() const { return worst == best; }

    /// The bounds from the other side's point of view.
    [[nodiscard]] constexpr WdlBounds operator-() const { return {-best, -worst}; }

    /// Whether the bounds are the same.
    friend constexpr bool operator==(WdlBounds, WdlBounds) = default;
};

/// "win", "draw or win", or "unknown" if nothing is known.
[[nodiscard]] inline std::string to_string(WdlBounds bounds) {
    if (bounds.is_exact()) return std::string(name_of(bounds.worst));
    if (bounds == WdlBounds{}) return "unknown";
    return std::string(name_of(bounds.worst)) + " or " + std::string(name_of(bounds.best));
}

/// What is certain about the better of two values: what a side is worth that may choose between them.
[[nodiscard]] constexpr WdlBounds better_of(WdlBounds a, WdlBounds b) {
    return {std::max(a.worst, b.worst), std::max(a.best, b.best)};
}

/// What is certain about a single value for which both bounds hold.
[[nodiscard]] constexpr WdlBounds both_of(WdlBounds a, WdlBounds b) {
    return {std::max(a.worst, b.worst), std::min(a.best, b.best)};
}

/// Whether no single value lies within both bounds.
[[nodiscard]] constexpr bool contradict(WdlBounds a, WdlBounds b) {
    return std::max(a.worst, b.worst) > std::min(a.best, b.best);
}

}  // namespace philidor
