// Only an Ending can be solved: a Board may have castling rights, which tables know nothing about.

#include "philidor/solve/solve.hpp"

philidor::Solution solution_of(const philidor::Board& board) {
#ifdef MUST_FAIL
    return philidor::solve(board);
#else
    return philidor::solve(philidor::Ending::from(board).value());
#endif
}
