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

/// What is left on a player's clock, and what each move adds to it.
struct PlayerClock {
    std::chrono::milliseconds time{0};
    std::chrono::milliseconds increment{0};
};

/// The clocks of a game.
struct GameClock {
    ByColor<PlayerClock> players;
    std::optional<unsigned> moves_to_go;  ///< until time is added; empty if the rest of the game is meant
};

/// What ends a search: whichever comes first. Without any limit it goes on until it is stopped.
struct SearchLimits {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::chrono::milliseconds> move_time;
    std::optional<GameClock> clock;
    std::optional<int> mate;  ///< ends when a mate in so many moves is found
};

}  // namespace philidor
