/// @file
/// `philidor uci`: the UCI engine.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Reads UCI commands from standard input until `quit`.
void run_uci();

/// Adds the command to the program.
void add_uci_command(CLI::App& program);

}  // namespace philidor::cli
