/// @file
/// The command `philidor manifest`.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_manifest_command(CLI::App& program);

}  // namespace philidor::cli
