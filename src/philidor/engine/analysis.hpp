/// @file
/// What an analysis is asked for, when it ends, what it reports on its way, and what it finds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/game.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/engine/value.hpp"
#include "philidor/table/wdl.hpp"

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

/// What to analyze, and for how long.
struct AnalyzeRequest {
    Game game;  ///< its last position is analyzed; the earlier ones are needed to detect repetitions
    SearchLimits limits;           ///< when to stop
    unsigned lines = 1;            ///< how many of the best moves are wanted
    std::vector<Move> only_moves;  ///< legal moves to choose from; if empty, all of them
    /// While it is true, time does not count and the analysis does not stop by itself.
    const std::atomic<bool>* is_pondering = nullptr;
    bool is_infinite = false;  ///< does not end before it is stopped, even if there is nothing left to find
};

/// What is proved about a move of the root.
struct ProvedMove {
    Wdl value = Wdl::draw;   ///< for the side that plays it
    std::optional<int> dtz;  ///< as in `Answer`
};

/// What is known so far about one of the best moves.
struct SearchInfo {
    int depth = 0;                      ///< the depth of the last complete iteration
    int selective_depth = 0;            ///< the depth of the deepest position searched
    unsigned line = 1;                  ///< which of the best moves, counted from 1
    Value value;                        ///< for the side to move
    std::optional<ProvedMove> proved;   ///< by tables, or by solving the ending
    std::uint64_t nodes = 0;            ///< positions searched so far
    std::chrono::milliseconds time{0};  ///< since the start
    unsigned fullness = 0;              ///< how full the transposition table is, in thousandths
    std::uint64_t table_hits = 0;       ///< positions found in tables
    std::vector<Move> moves;            ///< the best line, as far as it is known

    /// Nodes per second.
    [[nodiscard]] std::uint64_t speed() const {
        return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
    }
};

/// The result of an analysis.
struct BestMove {
    std::optional<Move> move;    ///< none if there is no legal move
    std::optional<Move> ponder;  ///< the expected reply
    Value value;                 ///< for the side to move
};

}  // namespace philidor
