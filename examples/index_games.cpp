// Counts which kinds of endings occur in games, and prints the most frequent ones: index_games FILE

#include <iostream>

#include "philidor/philidor.hpp"

int main(int argc, char** argv) {
    auto index = philidor::PgnIndex::open(":memory:", {.most_men = 6}).value();
    const auto added = add_games(index, argc > 1 ? argv[1] : "games.pgn");
    if (!added) return std::cerr << added.error().message << '\n', 1;
    std::cout << added->totals.games << " games, " << added->totals.positions() << " positions\n";
    const auto keys = index.top(5).value();
    for (const philidor::IndexedKey& key : keys) {
        std::cout << key.key << ": positions " << key.positions << ", games " << key.games
                  << ", first in game " << key.first.game << '\n';
    }
}
