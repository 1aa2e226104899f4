/// @file
/// Boards for a terminal.
#pragma once

#include <string>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"

namespace philidor::cli {

/// Prints the men as FEN letters.
void print_board(const Board& board);

/// The names of squares, in their order.
[[nodiscard]] std::vector<std::string> names_of(Bitboard squares);

}  // namespace philidor::cli
