#include "philidor/engine/detail/time_manager.hpp"

#include <algorithm>

namespace philidor {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds least_time(1);

/// Without a time control ahead, a game is assumed to last this many more moves.
constexpr int usual_moves_to_go = 25;

TimeBudget game_budget(const GameClock& clock, Color side, milliseconds overhead) {
    const PlayerClock& own = clock.players[side];
    const milliseconds left = std::max(own.time - overhead, least_time);
    // Some time is always kept for the next move, so one move to go is planned as two.
    const int moves = static_cast<int>(std::clamp(clock.moves_to_go.value_or(usual_moves_to_go), 1U, 40U));
    const milliseconds share = left / std::max(moves, 2) + own.increment * 3 / 4;
    // Never enough to endanger the moves that follow.
    const milliseconds most = std::max(std::min(share * 4, left / 4), least_time);
    return {std::clamp(share, least_time, most), most};
}

}  // namespace

std::optional<TimeBudget> time_budget(const SearchLimits& limits, Color side, milliseconds overhead) {
    if (limits.move_time) {
        const milliseconds time = std::max(*limits.move_time - overhead, least_time);
        return TimeBudget{time, time};
    }
    if (limits.clock) return game_budget(*limits.clock, side, overhead);
    return std::nullopt;
}

}  // namespace philidor
