/// @file
/// The gain of a capture after all recaptures.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// The gain of a move, by `exchange_values`, if both sides then keep capturing on its target square, with the
/// least valuable man first, as long as that pays. Pins and all other squares are ignored.
[[nodiscard]] int exchange_gain(const Board& board, Move move);

}  // namespace philidor
