/// @file
/// `philidor annotate`: writes games with what the tables say about their moves.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_annotate_command(CLI::App& program);

}  // namespace philidor::cli
