/// @file
/// Values of positions and moves, for people and for programs.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor::cli {

/// "win", or "draw or win", or "unknown".
[[nodiscard]] std::string text_of(WdlBounds bounds);

/// The number, or "?".
[[nodiscard]] std::string text_of(std::optional<int> dtz);

/// Adds the fields that a position and a move have in common: null where nothing is certain.
void add_value(nlohmann::ordered_json& json, WdlBounds bounds, std::optional<int> dtz);

/// The moves of a board, in the order given.
[[nodiscard]] nlohmann::ordered_json json_of(const Board& board, std::span<const MoveAnswer> moves);

/// Prints a line for each move, in the order given.
void print_moves(const Board& board, std::span<const MoveAnswer> moves);

}  // namespace philidor::cli
