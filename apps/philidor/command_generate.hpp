/// @file
/// `philidor generate`: builds tables into a store.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_generate_command(CLI::App& program);

}  // namespace philidor::cli
