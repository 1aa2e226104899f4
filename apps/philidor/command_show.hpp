/// @file
/// `philidor show` and `philidor list`: show the contents of a store.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command that shows statistics of tables.
void add_show_command(CLI::App& program);

/// Adds the command that lists all tables.
void add_list_command(CLI::App& program);

}  // namespace philidor::cli
