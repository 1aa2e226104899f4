/// @file
/// What a table of distances to mate says of a position.
#pragma once

#include <algorithm>
#include <cstdint>

#include "philidor/table/wdl.hpp"

namespace philidor {

/// A value for the side to move and the number of plies to mate, as tables store it: 0 for a draw, else one
/// more than the plies. So a side that is mated has 1, mate in one has 2, losses are odd and wins are even.
class MateDistance {
  public:
    /// A draw.
    constexpr MateDistance() = default;

    /// The stored number.
    [[nodiscard]] static constexpr MateDistance from_stored(std::uint16_t number) {
        MateDistance distance;
        distance.number_ = number;
        return distance;
    }

    /// Of a side that is mated.
    [[nodiscard]] static constexpr MateDistance mated() { return from_stored(1); }

    /// The number to be stored.
    [[nodiscard]] constexpr std::uint16_t stored() const { return number_; }

    /// What the side to move gets.
    [[nodiscard]] constexpr Wdl value() const {
        if (number_ == 0) return Wdl::draw;
        return number_ % 2 == 0 ? Wdl::win : Wdl::loss;
    }

    /// Plies to mate: positive for a win, negative for a loss, 0 for a draw and for a side that is mated.
    [[nodiscard]] constexpr int plies() const {
        return number_ == 0 ? 0 : static_cast<int>(value()) * (number_ - 1);
    }

    /// What a move is worth to the side that makes it, given what the position after it is worth to the
    /// other.
    [[nodiscard]] constexpr MateDistance before_move() const {
        return from_stored(number_ == 0 ? 0 : static_cast<std::uint16_t>(number_ + 1));
    }

    /// Which of two a side chooses: a winner hurries, a loser delays.
    friend constexpr MateDistance better_of(MateDistance a, MateDistance b) {
        if (a.value() != b.value()) return a.value() > b.value() ? a : b;
        const auto [less, more] = std::minmax(a.number_, b.number_);
        return from_stored(a.value() == Wdl::win ? less : more);
    }

    /// Whether both are the same.
    friend constexpr bool operator==(MateDistance, MateDistance) = default;

  private:
    std::uint16_t number_ = 0;
};

}  // namespace philidor
