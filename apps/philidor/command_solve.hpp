/// @file
/// `philidor solve`: proves the value of a position.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_solve_command(CLI::App& program);

}  // namespace philidor::cli
