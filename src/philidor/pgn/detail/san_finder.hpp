/// @file
/// The usual forms of moves in game scores, read fast.
#pragma once

#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor::detail {

/// The legal move that a text names, if it is written in the usual way (e4, Nbxd7+, exd8=Q, O-O, with ! and ?
/// behind) and there is one; else `Move()`. It looks from the target for men that reach it, without listing
/// any moves. What it finds, `parse_san` finds too; what it does not find, `parse_san` may still read, or
/// say what is wrong with it. (Returning an optional would make reading games a tenth slower: it is written
/// in halves and read as a whole, for which the processor has to wait.)
[[nodiscard]] Move find_san(const Board& board, std::string_view text);

}  // namespace philidor::detail
