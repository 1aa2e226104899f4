/// @file
/// `philidor handout`: makes exercises of games, to be printed.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_handout_command(CLI::App& program);

}  // namespace philidor::cli
