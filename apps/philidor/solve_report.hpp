/// @file
/// What `philidor solve` has to say to people.
#pragma once

#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/solve_report.hpp"

namespace philidor::cli {

/// For people. The options say what more of them would help.
void print(const SolveReport& report, const SolveOptions& options);

}  // namespace philidor::cli
