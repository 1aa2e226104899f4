// Counts the positions of a game, and keeps the counts in a database.

#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>

#include "philidor/base/byte_stream.hpp"
#include "philidor/pgn/count_games.hpp"
#include "philidor/pgn/pgn_index.hpp"

int main() {
    constexpr std::string_view text =
        "[FEN \"8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1\"]\n\n1... Kf3 2. Kxe5 Ke3 1-0\n";
    philidor::MemoryStream stream(std::as_bytes(std::span(text)));
    philidor::NamedCounts counts;
    philidor::CountOptions options;
    options.store = [&](const philidor::NamedCounts& more) { counts = sum_of(counts, more); };
    const auto games = count_games(stream, options).totals;

    std::filesystem::remove("games.db");
    const auto index = philidor::PgnIndex::open("games.db", philidor::IndexSettings{}).value();
    philidor::IndexedFile file;
    file.name = "memory";
    if (!index->begin_file(file.name) || !index->add(counts) || !index->finish_file(file, games)) return 1;

    const auto positions = index->find("Ke4vK").value().positions;
    std::cout << games.games << " game, " << positions << " positions of Ke4vK\n";
    return games.games == 1 && positions == 2 ? 0 : 1;
}
