/// @file
/// What a capture wins once everything has been taken back.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// What a move gains, by `exchange_values`, if both sides then go on to take on its target square, the least
/// valuable man first, as long as that pays. Pins are overlooked, and so is every other square.
[[nodiscard]] int exchange_gain(const Board& board, Move move);

}  // namespace philidor
