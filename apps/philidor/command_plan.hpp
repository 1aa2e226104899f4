/// @file
/// `philidor plan`: plans a run.
#pragma once

#include <CLI/CLI.hpp>

namespace philidor::cli {

/// Adds the command to the program.
void add_plan_command(CLI::App& program);

}  // namespace philidor::cli
