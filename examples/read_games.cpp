// Reads the games of a file, compressed or not, and says how each of them ended: read_games FILE

#include <iostream>

#include "philidor/philidor.hpp"

int main(int argc, char** argv) {
    philidor::GameRange games = philidor::games_in(argc > 1 ? argv[1] : "games.pgn");
    for (const philidor::PgnGame& game : games) {
        std::cout << game.tag("Event") << ": " << game.moves().size() << " moves, " << text_of(game.result)
                  << "\n  " << to_fen(game.board()) << '\n';
        if (game.problem)
            std::cout << "  line " << game.problem->line << ": " << game.problem->message << '\n';
    }
    if (games.error()) std::cerr << games.error()->message << '\n';
    return games.error() ? 1 : 0;
}
