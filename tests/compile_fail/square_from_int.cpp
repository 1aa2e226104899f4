#include "philidor/chess/square.hpp"

// A number is not a square: the conversion must be named, so that files, ranks and indices cannot be mixed
// up.
philidor::Square square() {
#ifdef MUST_FAIL
    philidor::Square s = 5;
#else
    philidor::Square s = philidor::Square::f1;
#endif
    return s;
}
