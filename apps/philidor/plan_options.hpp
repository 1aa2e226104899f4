/// @file
/// The options of commands that choose tables to build.
#pragma once

#include <array>

#include <CLI/CLI.hpp>

#include "philidor/games/build_planner.hpp"

namespace philidor::cli {

/// Adds `--candidates` and `--max-tables`, and returns them.
inline std::array<CLI::Option*, 2> add_plan_options(CLI::App& command, PlanLimits& limits) {
    CLI::Option* candidates =
        command.add_option("--candidates", limits.candidates, "Consider this many of the most frequent keys")
            ->type_name("N")
            ->check(CLI::Range(1U, 1'000'000'000U).description(""))
            ->default_str("2000");
    CLI::Option* tables =
        command.add_option("--max-tables", limits.tables, "Skip keys that need more tables than this")
            ->type_name("N")
            ->check(CLI::Range(1U, 10'000'000U).description(""))
            ->default_str("5000");
    return {candidates, tables};
}

}  // namespace philidor::cli
