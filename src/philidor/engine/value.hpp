/// @file
/// What search thinks of a position.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>

#include "philidor/base/inline.hpp"

namespace philidor {

/// How many plies below the root search may go.
inline constexpr int most_plies = 120;

/// What a position is worth to the side to move, in centipawns. Certainties lie outside of what any
/// evaluation says, so that a search weighs them with the rest:
///
///     32,000 - n   mates in n plies
///     20,000 - n   proved as won by tables, which play reaches after n plies
///     |v| < 15,000 estimated, and 0 for every kind of draw
class Value {
  public:
    /// A draw.
    constexpr Value() = default;

    /// So many hundredths of a pawn.
    PHILIDOR_INLINE constexpr explicit Value(int centipawns)
        : centipawns_(static_cast<std::int16_t>(centipawns)) {}

    /// More than any position is worth.
    [[nodiscard]] static constexpr Value infinite() { return Value(32'001); }

    /// The side to move mates in so many plies.
    [[nodiscard]] static constexpr Value mate_in(int plies) { return Value(32'000 - plies); }

    /// The side to move is mated in so many plies.
    [[nodiscard]] static constexpr Value mated_in(int plies) { return Value(plies - 32'000); }

    /// Play reaches a position in so many plies that tables prove as won.
    [[nodiscard]] static constexpr Value proved_win_in(int plies) { return Value(20'000 - plies); }

    /// An estimate, kept below what is certain.
    [[nodiscard]] static constexpr Value estimate(int centipawns) {
        return Value(std::clamp(centipawns, -14'999, 14'999));
    }

    /// The number.
    [[nodiscard]] PHILIDOR_INLINE constexpr int centipawns() const { return centipawns_; }

    /// Whether somebody mates.
    [[nodiscard]] constexpr bool is_mate() const {
        return *this >= mate_in(most_plies) || *this <= mated_in(most_plies);
    }

    /// Whether somebody mates, or wins by tables.
    [[nodiscard]] constexpr bool is_decided() const {
        return *this >= proved_win_in(most_plies) || *this <= -proved_win_in(most_plies);
    }

    /// The moves until mate, negative for the side that is mated; empty if nobody mates.
    [[nodiscard]] constexpr std::optional<int> mate_moves() const {
        if (!is_mate()) return std::nullopt;
        return centipawns_ > 0 ? (32'001 - centipawns_) / 2 : (-32'000 - centipawns_) / 2;
    }

    /// A value seen from the root, as it is seen from a position so many plies below: mate is nearer there.
    [[nodiscard]] constexpr Value seen_from_below(int plies) const { return moved_away_from_zero(plies); }

    /// The way back.
    [[nodiscard]] constexpr Value seen_from_above(int plies) const { return moved_away_from_zero(-plies); }

    /// The same for the other side.
    PHILIDOR_INLINE constexpr Value operator-() const { return Value(-centipawns_); }
    /// So much better.
    PHILIDOR_INLINE friend constexpr Value operator+(Value value, int margin) {
        return Value(value.centipawns_ + margin);
    }
    /// So much worse.
    PHILIDOR_INLINE friend constexpr Value operator-(Value value, int margin) {
        return Value(value.centipawns_ - margin);
    }
    /// By what the side to move would choose.
    friend constexpr auto operator<=>(Value, Value) = default;

  private:
    [[nodiscard]] constexpr Value moved_away_from_zero(int plies) const {
        if (!is_decided()) return *this;
        return centipawns_ > 0 ? *this + plies : *this - plies;
    }

    std::int16_t centipawns_ = 0;
};

}  // namespace philidor
