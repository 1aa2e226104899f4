#include "board_text.hpp"

#include <fmt/format.h>

#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::cli {

void print_board(const Board& board) {
    for (auto rank = all_ranks.rbegin(); rank != all_ranks.rend(); ++rank) {
        std::string line = fmt::format("  {} ", digit_of(*rank));
        for (const File file : all_files) {
            const Piece piece = board.piece_on(make_square(file, *rank));
            line += fmt::format(" {}", piece == Piece::none ? '.' : letter_of(piece));
        }
        fmt::print("{}\n", line);
    }
    fmt::print("\n     a b c d e f g h\n\n");
}

std::vector<std::string> names_of(Bitboard squares) {
    std::vector<std::string> names;
    for (const Square square : squares) names.push_back(to_string(square));
    return names;
}

}  // namespace philidor::cli
