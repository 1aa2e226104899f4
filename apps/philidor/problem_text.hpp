/// @file
/// What is wrong with a game, on standard error.
#pragma once

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "philidor/pgn/games_in.hpp"

namespace philidor::cli {

/// Prints where the problem is and what it is.
inline void print_problem(const std::string& file, const PgnProblem& problem) {
    fmt::print(stderr, "philidor: {}: line {}, game {}: {}\n", file, problem.line, problem.game,
               problem.message);
}

}  // namespace philidor::cli
