/// @file
/// Diagrams of positions, as chess books have them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::cli {

/// What is drawn besides the position.
struct DiagramMarks {
    std::vector<std::pair<Square, Square>> arrows;     ///< from and to
    std::vector<Square> squares;                       ///< in another colour
    std::vector<std::pair<Square, Square>> last_move;  ///< at most one: from and to
};

/// The position as a complete SVG file, seen from White's side. A small square beside the board tells whose
/// move it is.
[[nodiscard]] std::string diagram_svg(const Board& board, const DiagramMarks& marks = {});

}  // namespace philidor::cli
