/// @file
/// `philidor eval`: evaluates the pawns of a position.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_eval_command(CLI::App& program);

}  // namespace philidor::cli
