/// @file
/// `philidor status`: tells how far a run is.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_status_command(CLI::App& program);

}  // namespace philidor::cli
