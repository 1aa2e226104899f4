/// @file
/// `philidor perft`: counts positions.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_perft_command(CLI::App& program);

}  // namespace philidor::cli
