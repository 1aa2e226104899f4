/// @file
/// Finding key squares by proofs.
#pragma once

#include "philidor/chess/ending.hpp"
#include "philidor/solve/detail/position_solver.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor::detail {

/// Finds the key squares of an ending of kings and pawns, from what a solver has proved that was made for it.
/// The squares of one king with the other where it stands are settled as far as one promoted piece does it;
/// more would take long for squares far from the play.
[[nodiscard]] KeySquares find_key_squares(const Ending& root,
                                          const PositionSolver& solver,
                                          const Effort& effort);

}  // namespace philidor::detail
