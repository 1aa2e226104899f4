/// @file
/// `philidor export` and `philidor import`: copy tables from one store to another.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command that copies tables out of the store.
void add_export_command(CLI::App& program);

/// Adds the command that copies tables into the store.
void add_import_command(CLI::App& program);

}  // namespace philidor::cli
