/// @file
/// The option that all commands about an index of games have.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "philidor/pgn/pgn_index.hpp"

namespace philidor::cli {

/// Adds `--db`, and returns it.
CLI::Option* add_index_option(CLI::App& command, std::string& path);

/// Opens an index that must be there.
[[nodiscard]] PgnIndex open_index(const std::string& path);

}  // namespace philidor::cli
