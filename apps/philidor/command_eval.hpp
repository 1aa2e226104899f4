/// @file
/// `philidor eval`: what the pawns of a position are worth, and why.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_eval_command(CLI::App& program);

}  // namespace philidor::cli
