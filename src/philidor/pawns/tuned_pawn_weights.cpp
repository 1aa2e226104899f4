// Written by `philidor tune`; docs/pawns.md has the command.

#include "philidor/pawns/detail/pawn_eval.hpp"

namespace philidor {

const PawnWeights tuned_pawn_weights{{{
    {0, -16},    // doubled
    {0, 0},      // isolated
    {-24, -4},   // backward
    {-21, 0},    // exposed
    {6, 7},      // phalanx
    {7, 1},      // supported
    {16, 0},     // chain base
    {-24, -16},  // island
    {32, 12},    // majority
    {-3, -1},    // hole
    {0, 40},     // candidate
    {11, 0},     // connected passer
    {0, 0},      // protected passer
    {30, 0},     // passed on rank 2
    {43, 0},     // passed on rank 3
    {87, 28},    // passed on rank 4
    {108, 83},   // passed on rank 5
    {141, 191},  // passed on rank 6
    {191, 307},  // passed on rank 7
    {-4, -37},   // blocked passer
    {-23, -14},  // own king distance
    {13, 18},    // enemy king distance
    {0, 0},      // rook behind
    {0, 111},    // unstoppable
}}};

}  // namespace philidor
