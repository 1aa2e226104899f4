/// @file
/// The evaluation of pawns as text and as a picture.
#pragma once

#include <string>

#include "philidor/pawns/pawn_report.hpp"

namespace philidor::cli {

/// Prints the board with the features of each pawn, and every term for both sides.
void print(const PawnReport& report);

/// The same as a picture: the text of a self-contained SVG file.
[[nodiscard]] std::string pawn_svg(const PawnReport& report);

}  // namespace philidor::cli
