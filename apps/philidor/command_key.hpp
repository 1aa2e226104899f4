/// @file
/// `philidor key`: names pawn structures, and what they can become.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_key_command(CLI::App& program);

}  // namespace philidor::cli
