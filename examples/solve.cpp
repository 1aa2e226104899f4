#include <iostream>

#include "philidor/philidor.hpp"
int main() {
    const auto ending = philidor::Ending::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    if (!ending) return std::cerr << ending.error().message << '\n', 1;
    const philidor::Solution solution = philidor::solve(*ending, {.time = std::chrono::seconds(60)});
    std::cout << to_string(solution.value()) << '\n';
}
