/// @file
/// `philidor uci`: the UCI engine.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_uci_command(CLI::App& program);

}  // namespace philidor::cli
