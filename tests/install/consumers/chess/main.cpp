// Lists moves and names a table.

#include <iostream>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"

int main() {
    const auto board = philidor::parse_fen("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1");
    if (!board) {
        std::cerr << board.error().message << '\n';
        return 1;
    }
    const auto moves = legal_moves(*board);
    for (const philidor::Move move : moves) std::cout << to_san(*board, move) << ' ';
    const auto key = to_string(canonicalize(philidor::MaterialKey::from_board(*board)).key.material());
    std::cout << "in " << key << '\n';
    return moves.size() == 5 && key == "Ke4vKe5" ? 0 : 1;
}
