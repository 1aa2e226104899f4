#include "board_svg.hpp"

#include <fmt/format.h>

#include "philidor/chess/piece.hpp"

namespace philidor::cli {

namespace {

/// The outline of a man on a square of 48 x 48 pixels.
constexpr std::string_view outline_of(PieceType type) {
    switch (type) {
        case PieceType::pawn:
            return "M24 10a6 6 0 0 1 4 10c4 3 3 6 2 8l4 9v3H14v-3l4-9c-1-2-2-5 2-8a6 6 0 0 1 4-10z";
        case PieceType::knight: return "M18 9l5 4c9 1 12 8 12 26H15c0-8 6-10 8-16l-8 5-4-5 7-9z";
        case PieceType::bishop:
            return "M24 7v4M24 11c7 6 9 11 5 17l4 8v3H15v-3l4-8c-4-6-2-11 5-17zM24 16v8M20 20h8";
        case PieceType::rook: return "M14 9h5v4h3V9h4v4h3V9h5v9l-3 3v11l4 4v3H13v-3l4-4V21l-3-3z";
        case PieceType::queen: return "M10 14l7 10 1-14 6 13 6-13 1 14 7-10-5 19v6H15v-6z";
        case PieceType::king:
            return "M24 7v9M20 11h8M24 18c5-7 16-2 13 6c-1 3-4 6-6 9v6H17v-6c-2-3-5-6-6-9c-3-8 8-13 13-6z";
    }
    return {};
}

}  // namespace

SvgPoint corner_of(Square square, SvgPoint board) {
    return {board.x + static_cast<int>(file_of(square)) * svg_square_size,
            board.y + static_cast<int>(rank_of(flip_ranks(square))) * svg_square_size};
}

std::string svg_text(SvgPoint place, std::string_view style, std::string_view text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", place.x, place.y, style, text);
}

std::string svg_square(Square square, SvgPoint board, std::string_view color) {
    const SvgPoint corner = corner_of(square, board);
    const auto rectangle = [&](std::string_view look) {
        return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", corner.x, corner.y,
                           svg_square_size, svg_square_size, look);
    };
    std::string svg = rectangle(fmt::format("fill=\"{}\"", color));
    if (!is_light(square)) svg += rectangle(R"(fill="#000" opacity=".08")");
    return svg;
}

std::string svg_man(Piece piece, Square square, SvgPoint board) {
    const SvgPoint corner = corner_of(square, board);
    return fmt::format(
        "<path transform=\"translate({} {})\" d=\"{}\" fill=\"{}\" stroke=\"#222\" stroke-width=\"2\" "
        "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
        corner.x, corner.y, outline_of(type_of(piece)), color_of(piece) == Color::white ? "#fff" : "#333");
}

std::string svg_frame(SvgPoint board, std::string_view title) {
    std::string svg = svg_text({board.x, board.y - 14}, "title", title);
    for (const File file : all_files) {
        const int x = corner_of(make_square(file, Rank::first), board).x + svg_square_size / 2;
        const std::string letter(1, letter_of(file));
        svg += svg_text({x, board.y + svg_board_size + 18}, "coordinate", letter);
    }
    for (const Rank rank : all_ranks) {
        const int y = corner_of(make_square(File::a, rank), board).y + svg_square_size / 2 + 5;
        const std::string digit(1, digit_of(rank));
        svg += svg_text({board.x - 12, y}, "coordinate", digit);
    }
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#555\"/>\n",
                       board.x, board.y, svg_board_size, svg_board_size);
    return svg;
}

std::string svg_box(SvgPoint place, std::string_view color) {
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{}\" stroke=\"#555\"/>\n",
                       place.x, place.y, color);
}

std::string svg_file(int width, int height, std::string_view body) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
        "<style>text{{font-family:sans-serif;fill:#222}}.heading{{font-size:20px;font-weight:bold}}"
        ".title{{font-size:15px}}.coordinate{{font-size:13px;text-anchor:middle;fill:#555}}"
        ".letter{{font-size:18px;text-anchor:middle}}.small{{font-size:13px;text-anchor:middle}}"
        ".legend{{font-size:13px}}.mark{{font-size:11px}}</style>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
        width, height, body);
}

}  // namespace philidor::cli
