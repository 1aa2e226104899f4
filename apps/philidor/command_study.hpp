/// @file
/// `philidor study`: checks endgame studies.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_study_command(CLI::App& program);

}  // namespace philidor::cli
