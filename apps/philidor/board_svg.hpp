/// @file
/// Boards as SVG pictures.
#pragma once

#include <string>
#include <string_view>

#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::cli {

/// The width of a square and of a board, in pixels.
inline constexpr int svg_square_size = 48;
inline constexpr int svg_board_size = 8 * svg_square_size;

/// A point of the picture, in pixels from its upper left corner.
struct SvgPoint {
    int x = 0;  ///< to the right
    int y = 0;  ///< downwards
};

/// The upper left corner of a square. `board` is the upper left corner of the board.
[[nodiscard]] SvgPoint corner_of(Square square, SvgPoint board);

/// A line of text in one of the styles of `svg_file`.
[[nodiscard]] std::string svg_text(SvgPoint place, std::string_view style, std::string_view text);

/// A square in this colour, or in a darker shade of it if it is a dark square.
[[nodiscard]] std::string svg_square(Square square, SvgPoint board, std::string_view color);

/// A man as a simple shape, so that no font is needed.
[[nodiscard]] std::string svg_man(Piece piece, Square square, SvgPoint board);

/// The frame of a board with coordinates, and a title above it.
[[nodiscard]] std::string svg_frame(SvgPoint board, std::string_view title);

/// A small coloured box for a legend.
[[nodiscard]] std::string svg_box(SvgPoint place, std::string_view color);

/// A complete SVG file. The styles for `svg_text` are heading, title, coordinate, legend and mark, and, for
/// centred text, letter and small.
[[nodiscard]] std::string svg_file(int width, int height, std::string_view body);

}  // namespace philidor::cli
