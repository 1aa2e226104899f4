/// @file
/// How many games and positions were read.
#pragma once

#include <array>
#include <cstdint>

namespace philidor {

/// Figures about games and positions, whatever their keys.
struct GameTotals {
    std::uint64_t games = 0;     ///< that have positions
    std::uint64_t left_out = 0;  ///< that have none: other variants, bad start positions
    std::uint64_t stopped = 0;   ///< by a move that cannot be played; their positions up to there count
    std::uint64_t with_fen = 0;  ///< that began from a position of their own
    std::array<std::uint64_t, 33> positions_by_men{};   ///< by the number of men on the board
    std::array<std::uint64_t, 33> games_by_last_men{};  ///< by the number of men at their end

    /// The number of all positions.
    [[nodiscard]] std::uint64_t positions() const;

    /// Adds the figures of other games.
    GameTotals& operator+=(const GameTotals& other);

    /// Equal in all figures.
    friend bool operator==(const GameTotals&, const GameTotals&) = default;
};

}  // namespace philidor
