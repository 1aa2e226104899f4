#include "philidor/solve/solution.hpp"

namespace philidor {

bool KeySquares::is_complete() const {
    for (const Square square : Bitboard::all()) {
        if (white_king[square] == KeySquare::open || black_king[square] == KeySquare::open) return false;
    }
    return true;
}

}  // namespace philidor
