// Answers about an ending: from the tables of a store, else by building them, else by proof.

#include <iostream>

#include "philidor/philidor.hpp"

int main() {
    const auto ending = philidor::Ending::from_fen("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    if (!ending) return std::cerr << ending.error().message << '\n', 1;
    philidor::Oracle oracle(nullptr);  // or a store, which then keeps what was found
    const auto answer = oracle.answer(*ending);
    if (!answer) return std::cerr << answer.error().message << '\n', 1;
    std::cout << to_string(answer->bounds) << ", DTZ " << answer->dtz.value_or(0) << '\n';
    for (const philidor::MoveAnswer& known : answer->moves)
        std::cout << to_san(answer->board, known.move) << ": " << to_string(known.bounds) << '\n';
}
