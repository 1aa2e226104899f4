/// @file
/// `philidor index-pgn`: counts the keys of games.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_index_pgn_command(CLI::App& program);

}  // namespace philidor::cli
