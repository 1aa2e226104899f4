#include "philidor/chess/square.hpp"

// A number is no square: it must be made one by name, so that file, rank and index cannot be mixed up unseen.
philidor::Square square() {
#ifdef MUST_FAIL
    philidor::Square s = 5;
#else
    philidor::Square s = philidor::Square::f1;
#endif
    return s;
}
