/// @file
/// `philidor probe`: looks up positions in tables.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_probe_command(CLI::App& program);

}  // namespace philidor::cli
