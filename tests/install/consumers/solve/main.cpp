// Proves the value of a position.

#include <iostream>

#include "philidor/chess/fen.hpp"
#include "philidor/solve/solution.hpp"

int main() {
    const auto board = philidor::parse_fen("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1").value();
    philidor::PositionSolver solver(board, {});
    const auto solution = find_solution(board, solver, {}, philidor::SolutionScope::value);
    std::cout << "Black to move: " << name_of(solution.bounds.worst) << '\n';
    return solution.bounds == philidor::WdlBounds::exactly(philidor::Wdl::loss) ? 0 : 1;
}
