/// @file
/// `philidor tune`: fits the weights of the pawn evaluation to results.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_tune_command(CLI::App& program);

}  // namespace philidor::cli
