/// @file
/// `philidor verify`: checks stored tables.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_verify_command(CLI::App& program);

}  // namespace philidor::cli
