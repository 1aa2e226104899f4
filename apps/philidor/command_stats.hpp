/// @file
/// `philidor stats`: what an index of games says about keys and tables.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command and its own commands to the program.
void add_stats_command(CLI::App& program);

}  // namespace philidor::cli
