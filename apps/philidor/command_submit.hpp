/// @file
/// `philidor submit`: has a cluster build a run.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_submit_command(CLI::App& program);

}  // namespace philidor::cli
