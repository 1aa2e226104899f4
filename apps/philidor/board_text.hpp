/// @file
/// Boards for a terminal.
#pragma once

#include <string>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"

namespace philidor::cli {

/// Prints a board, with the men as FEN letters.
void print_board(const Board& board);

/// The names of squares, from a1 to h8.
[[nodiscard]] std::vector<std::string> names_of(Bitboard squares);

}  // namespace philidor::cli
