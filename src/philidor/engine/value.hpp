/// @file
/// The value of a position in a search.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"

namespace philidor {

/// The deepest ply below the root that a search may reach.
inline constexpr int most_plies = 120;

/// The value of a position for the side to move, in centipawns. Certain results lie outside the range of the
/// evaluation, so that the search can compare them with estimates:
///
///     32,000 - n   mates in n plies
///     20,000 - n   a win proved by tables, reached after n plies
///     |v| < 15,000 estimated, and 0 for every kind of draw
class Value {
  public:
    /// A draw.
    constexpr Value() = default;

    /// This many hundredths of a pawn.
    PHILIDOR_INLINE constexpr explicit Value(int centipawns)
        : centipawns_(static_cast<std::int16_t>(centipawns)) {}

    /// More than any value of a position.
    [[nodiscard]] static constexpr Value infinite() { return Value(32'001); }

    /// The side to move mates in this many plies.
    [[nodiscard]] static constexpr Value mate_in(int plies) { return Value(32'000 - plies); }

    /// The side to move is mated in this many plies.
    [[nodiscard]] static constexpr Value mated_in(int plies) { return Value(plies - 32'000); }

    /// A position that tables prove as won is reached in this many plies.
    [[nodiscard]] static constexpr Value proved_win_in(int plies) { return Value(20'000 - plies); }

    /// An estimate, limited to the range below certain results.
    [[nodiscard]] static constexpr Value estimate(int centipawns) {
        return Value(std::clamp(centipawns, -14'999, 14'999));
    }

    /// The value as a number.
    [[nodiscard]] PHILIDOR_INLINE constexpr int centipawns() const { return centipawns_; }

    /// Whether either side mates.
    [[nodiscard]] constexpr bool is_mate() const {
        return *this >= mate_in(most_plies) || *this <= mated_in(most_plies);
    }

    /// Whether either side mates, or wins by tables.
    [[nodiscard]] constexpr bool is_decided() const {
        return *this >= proved_win_in(most_plies) || *this <= -proved_win_in(most_plies);
    }

    /// The number of moves until mate, negative if the side to move is mated; empty if there is no mate.
    [[nodiscard]] constexpr std::optional<int> mate_moves() const {
        if (!is_mate()) return std::nullopt;
        return centipawns_ > 0 ? (32'001 - centipawns_) / 2 : (-32'000 - centipawns_) / 2;
    }

    /// Converts a value relative to the root to one relative to a position `plies` below it, where mate is
    /// nearer.
    [[nodiscard]] constexpr Value seen_from_below(int plies) const { return moved_away_from_zero(plies); }

    /// The inverse of `seen_from_below`.
    [[nodiscard]] constexpr Value seen_from_above(int plies) const { return moved_away_from_zero(-plies); }

    /// The value for the other side.
    PHILIDOR_INLINE constexpr Value operator-() const { return Value(-centipawns_); }
    /// The value plus a margin.
    PHILIDOR_INLINE friend constexpr Value operator+(Value value, int margin) {
        return Value(value.centipawns_ + margin);
    }
    /// The value minus a margin.
    PHILIDOR_INLINE friend constexpr Value operator-(Value value, int margin) {
        return Value(value.centipawns_ - margin);
    }
    /// Ordered by the preference of the side to move.
    friend constexpr auto operator<=>(Value, Value) = default;

  private:
    [[nodiscard]] constexpr Value moved_away_from_zero(int plies) const {
        if (!is_decided()) return *this;
        return centipawns_ > 0 ? *this + plies : *this - plies;
    }

    std::int16_t centipawns_ = 0;
};

}  // namespace philidor
