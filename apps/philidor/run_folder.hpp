/// @file
/// What the commands about runs have in common.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "exit_code.hpp"
#include "philidor/base/result.hpp"
#include "philidor/cluster/run_error.hpp"
#include "philidor/cluster/run_plan.hpp"

namespace philidor::cli {

/// Adds the argument RUN.
void add_run_argument(CLI::App& command, std::string& folder);

/// Reads the plan of a run. Throws a `CommandFailure` if there is none that this program can use.
[[nodiscard]] RunPlan plan_or_failure(const std::string& folder);

/// What a command throws after an error of a run.
[[nodiscard]] CommandFailure failure_of(const Error<RunError>& error);

/// A time as people say it: "12.3 s", "4.5 min", "6.7 h".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace philidor::cli
