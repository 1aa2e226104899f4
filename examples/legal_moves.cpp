// Reads a position and says what can be played in it: legal_moves FEN

#include <iostream>

#include "philidor/philidor.hpp"

int main(int argc, char** argv) {
    // Richard Reti's study of 1921: White to move draws, though the pawns seem out of reach.
    const auto board = philidor::parse_fen(argc > 1 ? argv[1] : "7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
    if (!board) return std::cerr << board.error().message << '\n', 1;
    std::cout << to_fen(*board) << '\n' << name_of(board->side_to_move()) << " can play:";
    for (const philidor::Move move : legal_moves(*board)) std::cout << ' ' << to_san(*board, move);
    std::cout << '\n';
    if (board->is_check()) std::cout << (has_legal_move(*board) ? "check\n" : "checkmate\n");
    if (is_stalemate(*board)) std::cout << "stalemate\n";
    std::cout << "sequences of four moves: " << perft(*board, 4) << '\n';
}
