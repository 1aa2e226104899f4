/// @file
/// A solution as text.
#pragma once

#include "philidor/solve/solution.hpp"
#include "philidor/solve/solve.hpp"

namespace philidor::cli {

/// Prints a solution. If the value is not known, it suggests which of the options to change.
void print(const Solution& solution, const SolveOptions& options);

}  // namespace philidor::cli
