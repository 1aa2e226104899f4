/// @file
/// A solution, for people.
#pragma once

#include "philidor/solve/solution.hpp"
#include "philidor/solve/solve.hpp"

namespace philidor::cli {

/// Prints all that was found out. The options say which of them would help where something is open.
void print(const Solution& solution, const SolveOptions& options);

}  // namespace philidor::cli
