/// @file
/// `philidor build`: builds a part of a run.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_build_command(CLI::App& program);

}  // namespace philidor::cli
