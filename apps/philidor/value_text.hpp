/// @file
/// Values of positions and moves, for people.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor::cli {

/// "win", or "draw or win", or "unknown".
[[nodiscard]] std::string text_of(WdlBounds bounds);

/// The number, or "?".
[[nodiscard]] std::string text_of(std::optional<int> dtz);

/// Prints a line for each move, in the order given.
void print_moves(const Board& board, std::span<const MoveAnswer> moves);

}  // namespace philidor::cli
