/// @file
/// Values of positions and moves as text.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "philidor/chess/board.hpp"
#include "philidor/table/answer.hpp"

namespace philidor::cli {

/// The distance as a number, or "?" if it is not known.
[[nodiscard]] std::string text_of(std::optional<int> dtz);

/// "27, plies to a capture, pawn move or mate", or "?" if it is not known.
[[nodiscard]] std::string zeroing_text(const Answer& answer);

/// "mate in 6", "mated in 5", in moves, or "never" for a draw. The distance to mate must be known.
[[nodiscard]] std::string mate_text(const Answer& answer);

/// What the 50-move rule makes of a value, to be added to its text; empty if it changes nothing.
[[nodiscard]] std::string rule_text(RuledValue value);

/// Prints a line for each move, in the order given.
void print_moves(const Board& board, std::span<const MoveAnswer> moves);

}  // namespace philidor::cli
