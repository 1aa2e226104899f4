// Proves the value of an ending, and asks the oracle about another.

#include <iostream>

#include "philidor/solve/oracle.hpp"
#include "philidor/solve/solve.hpp"

int main() {
    constexpr philidor::WdlBounds loss = philidor::WdlBounds::exactly(philidor::Wdl::loss);
    const auto trebuchet = philidor::Ending::from_fen("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1").value();
    const auto solution = solve(trebuchet, {.scope = philidor::SolutionScope::value});
    const auto answer = philidor::Oracle(nullptr, {.time = std::chrono::hours(1)}).answer(trebuchet).value();
    std::cout << "Black to move: " << to_string(solution.value()) << ", DTZ " << *answer.dtz << '\n';
    return solution.value() == loss && answer.bounds == loss ? 0 : 1;
}
