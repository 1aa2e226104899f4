/// @file
/// The usual moves of game scores, read as fast as we can.
#pragma once

#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor::detail {

/// The legal move that a text names, if it is written in the usual way (e4, Nbxd7+, exd8=Q, O-O, with ! and ?
/// behind) and there is one; else `Move()`. It looks from the target for men that reach it, without listing
/// any moves. What it finds, `parse_san` finds too; what it does not find, that may still read, or say what
/// is wrong. (An optional would cost a tenth of the time of reading games: it is written in halves and read
/// as a whole, for which the processor has to wait.)
[[nodiscard]] Move find_san(const Board& board, std::string_view text);

}  // namespace philidor::detail
