#include "philidor/pgn/game_totals.hpp"

#include <cstddef>
#include <numeric>

namespace philidor {

std::uint64_t GameTotals::positions() const {
    return std::accumulate(positions_by_men.begin(), positions_by_men.end(), std::uint64_t{0});
}

GameTotals& GameTotals::operator+=(const GameTotals& other) {
    games += other.games;
    left_out += other.left_out;
    stopped += other.stopped;
    with_fen += other.with_fen;
    for (std::size_t men = 0; men < positions_by_men.size(); ++men) {
        positions_by_men[men] += other.positions_by_men[men];
        games_by_last_men[men] += other.games_by_last_men[men];
    }
    return *this;
}

}  // namespace philidor
