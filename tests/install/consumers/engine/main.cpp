// Finds a mate.

#include <iostream>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/engine/engine.hpp"

int main() {
    const auto board = philidor::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").value();
    philidor::AnalyzeRequest request;
    request.game = philidor::Game(board);
    request.limits.depth = 3;
    const auto best = philidor::Engine().analyze(request);
    const auto move = to_uci(board, *best.move);
    std::cout << move << ", mate in " << best.value.mate_moves().value_or(0) << '\n';
    return move == "a1a8" && best.value.mate_moves() == 1 ? 0 : 1;
}
