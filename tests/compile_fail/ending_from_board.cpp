// An Ending is made by `Ending::from`, which may refuse; there is no other way.

#include "philidor/chess/ending.hpp"

bool is_ending(const philidor::Board& board) {
#ifdef MUST_FAIL
    return philidor::Ending(board).board() == board;
#else
    return philidor::Ending::from(board).has_value();
#endif
}
