/// @file
/// `philidor serve`: answers questions about positions over HTTP.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_serve_command(CLI::App& program);

}  // namespace philidor::cli
