/// @file
/// `philidor uci`: the engine, for chess programs.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_uci_command(CLI::App& program);

}  // namespace philidor::cli
