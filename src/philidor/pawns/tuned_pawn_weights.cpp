#include "philidor/pawns/pawn_eval.hpp"

namespace philidor {

const PawnWeights tuned_pawn_weights = starting_pawn_weights;

}  // namespace philidor
