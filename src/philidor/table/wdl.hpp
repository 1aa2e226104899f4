/// @file
/// The value of a position, as far as it is known.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace philidor {

/// Whether the 50-move rule counts: after 100 plies without a capture or pawn move the game is drawn, unless
/// the last of them mates.
enum class Rule : std::uint8_t { none, fifty_moves };

/// Both, for range-for.
inline constexpr std::array all_rules{Rule::none, Rule::fifty_moves};

/// The value of a position for the side to move under perfect play.
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

/// What is left of bounds if any win may turn into a draw: under the 50-move rule, where nothing is known
/// about it.
[[nodiscard]] constexpr WdlBounds or_draw(WdlBounds bounds) {
    return {std::min(bounds.worst, Wdl::draw), std::max(bounds.best, Wdl::draw)};
}

/// What is certain about a value without the 50-move rule and with it.
struct RuledValue {
    WdlBounds plain;       ///< without the rule
    WdlBounds under_rule;  ///< with it, and with a clock that may have run

    /// Nothing is known.
    constexpr RuledValue() = default;

    /// Of the rule nothing is known.
    // NOLINTNEXTLINE(google-explicit-constructor): values without the rule are values
    constexpr RuledValue(WdlBounds bounds) : plain(bounds), under_rule(or_draw(bounds)) {}

    /// Both are known.
    constexpr RuledValue(WdlBounds without, WdlBounds with) : plain(without), under_rule(with) {}

    /// From the other side's point of view.
    [[nodiscard]] constexpr RuledValue operator-() const { return {-plain, -under_rule}; }

    /// Whether both are the same.
    friend constexpr bool operator==(RuledValue, RuledValue) = default;
};

/// What a side is worth that may choose between two values.
[[nodiscard]] constexpr RuledValue better_of(RuledValue a, RuledValue b) {
    return {better_of(a.plain, b.plain), better_of(a.under_rule, b.under_rule)};
}

/// What is certain about a single value of which both are true.
[[nodiscard]] constexpr RuledValue both_of(RuledValue a, RuledValue b) {
    return {both_of(a.plain, b.plain), both_of(a.under_rule, b.under_rule)};
}

/// Whether it is known that the 50-move rule makes a draw of a win or a loss.
[[nodiscard]] constexpr bool is_drawn_by_rule(RuledValue value) {
    return value.plain.is_exact() && value.plain.worst != Wdl::draw &&
           value.under_rule == WdlBounds::exactly(Wdl::draw);
}

/// Like that of the value without the rule, but "cursed win" or "blessed loss" where the rule makes it a
/// draw.
[[nodiscard]] inline std::string to_string(RuledValue value) {
    if (!is_drawn_by_rule(value)) return to_string(value.plain);
    return value.plain.worst == Wdl::win ? "cursed win" : "blessed loss";
}

/// The value as Syzygy's tables have it: 2 for a win, 1 for a win that the 50-move rule makes a draw (a
/// cursed win), 0 for a draw, -1 for a loss that the rule makes a draw (a blessed loss), -2 for a loss. Empty
/// if it is open.
[[nodiscard]] constexpr std::optional<int> syzygy_wdl(RuledValue value) {
    if (!value.under_rule.is_exact()) return std::nullopt;
    if (value.under_rule.worst != Wdl::draw) return 2 * static_cast<int>(value.under_rule.worst);
    if (!value.plain.is_exact()) return std::nullopt;
    return static_cast<int>(value.plain.worst);
}

}  // namespace philidor
