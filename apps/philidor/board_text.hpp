/// @file
/// Boards for a terminal.
#pragma once

#include "philidor/chess/board.hpp"

namespace philidor::cli {

/// Prints the men as FEN letters.
void print_board(const Board& board);

}  // namespace philidor::cli
