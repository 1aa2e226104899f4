// Written by `philidor tune`; docs/pawns.md has the command.

#include "philidor/pawns/detail/pawn_eval.hpp"

namespace philidor {

const PawnWeights tuned_pawn_weights{{{
    {4, -43},    // doubled
    {11, -5},    // isolated
    {-20, -14},  // backward
    {-28, -3},   // exposed
    {5, 18},     // phalanx
    {5, 16},     // supported
    {17, 1},     // chain base
    {-32, 2},    // island
    {32, 3},     // majority
    {-3, 0},     // hole
    {-6, 11},    // candidate
    {28, -28},   // connected passer
    {0, 0},      // protected passer
    {17, -47},   // passed on rank 2
    {23, -50},   // passed on rank 3
    {71, -18},   // passed on rank 4
    {88, 39},    // passed on rank 5
    {99, 153},   // passed on rank 6
    {97, 281},   // passed on rank 7
    {-16, -14},  // own king distance
    {11, 19},    // enemy king distance
    {-8, 9},     // rook behind
    {-2, 109},   // unstoppable
}}};

}  // namespace philidor
