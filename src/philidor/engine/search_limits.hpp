/// @file
/// When a search ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// The time left on a player's clock, and the increment for each move.
struct PlayerClock {
    std::chrono::milliseconds time{0};       ///< the time left
    std::chrono::milliseconds increment{0};  ///< added for each move
};

/// The clocks of a game.
struct GameClock {
    ByColor<PlayerClock> players;         ///< the clock of each player
    std::optional<unsigned> moves_to_go;  ///< until the next time control; empty for the rest of the game
};

/// What ends a search, whichever comes first. Without any limit it continues until it is stopped.
struct SearchLimits {
    std::optional<int> depth;                            ///< ends after this iteration
    std::optional<std::uint64_t> nodes;                  ///< ends after this many positions
    std::optional<std::chrono::milliseconds> move_time;  ///< ends after this time
    std::optional<GameClock> clock;                      ///< allots the time left on the clock
    std::optional<int> mate;  ///< ends when a mate in this many moves has been found
};

}  // namespace philidor
