/// @file
/// `philidor board`: draws a position.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_board_command(CLI::App& program);

}  // namespace philidor::cli
