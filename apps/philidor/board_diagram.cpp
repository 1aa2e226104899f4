#include "board_diagram.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "board_svg.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor::cli {

namespace {

constexpr SvgPoint board_corner{32, 16};
constexpr int diagram_width = board_corner.x + svg_board_size + 36;
constexpr int diagram_height = board_corner.y + svg_board_size + 30;
constexpr std::string_view light_color = "#f3ead7";
constexpr std::string_view dark_color = "#c9ad86";
constexpr std::string_view last_move_color = "#e6d36a";
constexpr std::string_view marked_color = "#9fc7e8";

std::string plain_square(Square square, std::string_view color) {
    const SvgPoint corner = corner_of(square, board_corner);
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", corner.x,
                       corner.y, svg_square_size, svg_square_size, color);
}

/// An arrow from the middle of a square to that of another, a little shorter.
std::string arrow(Square from, Square to) {
    const auto middle = [](Square square) {
        const SvgPoint corner = corner_of(square, board_corner);
        return std::pair(corner.x + svg_square_size / 2.0, corner.y + svg_square_size / 2.0);
    };
    const auto [x1, y1] = middle(from);
    const auto [x2, y2] = middle(to);
    const double length = std::hypot(x2 - x1, y2 - y1);
    const double dx = (x2 - x1) / length;
    const double dy = (y2 - y1) / length;
    constexpr double head = 16;
    constexpr double half_width = 9;
    const double tip_x = x2 - dx * 6;
    const double tip_y = y2 - dy * 6;
    const double base_x = tip_x - dx * head;
    const double base_y = tip_y - dy * head;
    return fmt::format(
        "<g fill=\"#15781b\" stroke=\"#15781b\" opacity=\".8\"><line x1=\"{:.1f}\" y1=\"{:.1f}\" "
        "x2=\"{:.1f}\" "
        "y2=\"{:.1f}\" stroke-width=\"6\"/><path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" "
        "stroke=\"none\"/></g>\n",
        x1 + dx * 12, y1 + dy * 12, base_x, base_y, tip_x, tip_y, base_x - dy * half_width,
        base_y + dx * half_width, base_x + dy * half_width, base_y - dx * half_width);
}

/// A box in the colour of the side to move, beside its side of the board.
std::string side_to_move(Color side) {
    const bool is_white = side == Color::white;
    const int y = is_white ? board_corner.y + svg_board_size - 16 : board_corner.y;
    return svg_box({board_corner.x + svg_board_size + 10, y}, is_white ? "#fff" : "#333");
}

}  // namespace

std::string diagram_svg(const Board& board, const DiagramMarks& marks) {
    std::string body;
    for (const Square square : Bitboard::all()) {
        const bool is_last = std::ranges::any_of(
            marks.last_move, [&](const auto& move) { return move.first == square || move.second == square; });
        const bool is_marked = std::ranges::find(marks.squares, square) != marks.squares.end();
        const std::string_view usual = is_light(square) ? light_color : dark_color;
        body += plain_square(square, is_marked ? marked_color : is_last ? last_move_color : usual);
    }
    for (const Square square : board.occupied())
        body += svg_man(board.piece_on(square), square, board_corner);
    for (const auto& [from, to] : marks.arrows) body += arrow(from, to);
    body += svg_frame(board_corner, "");
    body += side_to_move(board.side_to_move());
    return svg_file(diagram_width, diagram_height, body);
}

}  // namespace philidor::cli
