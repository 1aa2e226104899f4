/// @file
/// Maps of key squares, for the terminal and as pictures.
#pragma once

#include <string>

#include "philidor/chess/board.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor::cli {

/// Prints boards of letters with a legend, and the corresponding squares.
void print_key_squares(const Board& root, const KeySquares& squares);

/// The same as a picture: the text of a self-contained SVG file.
[[nodiscard]] std::string key_squares_svg(const Board& root, const KeySquares& squares);

}  // namespace philidor::cli
