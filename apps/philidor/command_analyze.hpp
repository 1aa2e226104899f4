/// @file
/// `philidor analyze`: the best moves of a position.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_analyze_command(CLI::App& program);

}  // namespace philidor::cli
