// Reads a game, counts its positions, and keeps the counts in a database.

#include <filesystem>
#include <fstream>
#include <iostream>

#include "philidor/pgn/games_in.hpp"
#include "philidor/pgn/pgn_index.hpp"

int main() {
    std::ofstream("games.pgn") << "[FEN \"8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1\"]\n\n1... Kf3 2. Kxe5 Ke3 1-0\n";
    std::size_t moves = 0;
    for (const philidor::Game& game : philidor::games_in("games.pgn")) moves += game.moves().size();

    std::filesystem::remove("games.db");
    auto index = philidor::PgnIndex::open("games.db", philidor::IndexSettings{}).value();
    const auto added = add_games(index, "games.pgn").value();
    const auto positions = index.find("Ke4vK").value().positions;
    std::cout << added.totals.games << " game, " << moves << " moves, " << positions
              << " positions of Ke4vK\n";
    return added.totals.games == 1 && moves == 3 && positions == 2 ? 0 : 1;
}
