/// @file
/// `philidor show` and `philidor list`: what is in a store.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command that shows the figures of tables.
void add_show_command(CLI::App& program);

/// Adds the command that lists all tables.
void add_list_command(CLI::App& program);

}  // namespace philidor::cli
