/// @file
/// Boards for a terminal.
#pragma once

#include <string>

#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::cli {

/// A note for each rank.
using RankNotes = IndexedArray<Rank, std::string, 8>;

/// Prints the men as FEN letters, with a note behind each rank that has one.
void print_board(const Board& board, const RankNotes& notes = {});

}  // namespace philidor::cli
