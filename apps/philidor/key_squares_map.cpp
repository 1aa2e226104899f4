#include "key_squares_map.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "board_svg.hpp"
#include "board_text.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor::cli {

namespace {

/// How a verdict is shown.
struct Look {
    char letter;
    std::string_view color;
    std::string_view words;
};

constexpr Look look_of(KeySquare verdict) {
    switch (verdict) {
        case KeySquare::unavailable: return {'.', "#e8e6e1", "no legal position"};
        case KeySquare::open: return {'?', "#cfc7e8", "not solved yet"};
        case KeySquare::white_wins: return {'W', "#5aa469", "White wins"};
        case KeySquare::black_wins: return {'B', "#c65b5b", "Black wins"};
        case KeySquare::drawn: return {'=', "#f3e9c6", "draw"};
        case KeySquare::white_wins_to_move:
            return {'w', "#b5dcb0", "White wins with White to move, else draw"};
        case KeySquare::black_wins_to_move:
            return {'b', "#efbcb4", "Black wins with Black to move, else draw"};
        case KeySquare::mover_wins: return {'!', "#9fc3e0", "the side to move wins"};
        case KeySquare::mutual_zugzwang:
            return {'Z', "#f0a030", "mutual zugzwang: whoever must move is worse off"};
    }
    return {};
}

constexpr std::array all_verdicts{KeySquare::white_wins,      KeySquare::white_wins_to_move,
                                  KeySquare::drawn,           KeySquare::black_wins_to_move,
                                  KeySquare::black_wins,      KeySquare::mover_wins,
                                  KeySquare::mutual_zugzwang, KeySquare::open,
                                  KeySquare::unavailable};

bool is_shown(const KeySquares& squares, KeySquare verdict) {
    for (const Square square : Bitboard::all()) {
        if (squares.white_king[square] == verdict || squares.black_king[square] == verdict) return true;
    }
    return false;
}

/// The man that stays on a square while the king of this colour moves around.
Piece fixed_piece(const Board& root, Color wanderer, Square square) {
    return square == root.king(wanderer) ? Piece::none : root.piece_on(square);
}

char letter_at(const Board& root, Color wanderer, const BySquare<KeySquare>& verdicts, Square square) {
    const Piece piece = fixed_piece(root, wanderer, square);
    return piece == Piece::none ? look_of(verdicts[square]).letter : letter_of(piece);
}

}  // namespace

void print_key_squares(const Board& root, const KeySquares& squares) {
    fmt::print("\n  {:<26}{}\n", "the white king's squares", "the black king's squares");
    for (unsigned row = 8; row-- > 0;) {
        std::string line;
        for (const Color wanderer : all_colors) {
            line += fmt::format("  {}  ", row + 1);
            const auto& verdicts = wanderer == Color::white ? squares.white_king : squares.black_king;
            for (unsigned column = 0; column < 8; ++column) {
                line += letter_at(root, wanderer, verdicts, square_at(8 * row + column));
                line += ' ';
            }
            line += "     ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        fmt::print("{}\n", line);
    }
    fmt::print("\n     a b c d e f g h           a b c d e f g h\n\n");
    for (const KeySquare verdict : all_verdicts) {
        if (!is_shown(squares, verdict)) continue;
        fmt::print("  {}  {}\n", look_of(verdict).letter, look_of(verdict).words);
    }
    bool any = false;
    for (const Square square : Bitboard::all()) {
        if (squares.corresponding[square].is_empty()) continue;
        if (!any) fmt::print("\ncorresponding squares: white king, black king\n");
        any = true;
        fmt::print("  {}  {}\n", to_string(square), fmt::join(names_of(squares.corresponding[square]), " "));
    }
}

namespace {

constexpr int board_gap = 56;
constexpr int margin = 40;
constexpr int board_top = 84;

/// Marks where a king stands.
std::string mark_svg(SvgPoint place, int size) {
    return fmt::format(
        "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"#1c3f94\" "
        "stroke-width=\"3\"/>\n",
        place.x, place.y, size);
}

/// The board with the verdicts on the squares of one king.
std::string verdicts_svg(const Board& root,
                         Color wanderer,
                         const BySquare<KeySquare>& verdicts,
                         SvgPoint board) {
    std::string svg;
    for (const Square square : Bitboard::all()) {
        const auto [x, y] = corner_of(square, board);
        svg += svg_square(square, board, look_of(verdicts[square]).color);
        if (const Piece piece = fixed_piece(root, wanderer, square); piece != Piece::none) {
            svg += svg_man(piece, square, board);
        } else if (verdicts[square] != KeySquare::unavailable) {
            const std::string letter(1, look_of(verdicts[square]).letter);
            svg += svg_text({x + svg_square_size / 2, y + svg_square_size / 2 + 7}, "letter", letter);
        }
        if (square == root.king(wanderer)) svg += mark_svg({x + 2, y + 2}, svg_square_size - 4);
    }
    return svg;
}

/// The board that shows, in each square of the white king, the squares of the black king that make a mutual
/// zugzwang.
std::string corresponding_svg(const Board& root, const KeySquares& squares, SvgPoint board) {
    constexpr std::size_t most_names = 6;
    constexpr std::size_t names_in_line = 2;
    constexpr int line_height = 15;
    std::string svg;
    for (const Square square : Bitboard::all()) {
        const auto [x, y] = corner_of(square, board);
        const Bitboard partners = squares.corresponding[square];
        const Look look = look_of(partners.any() ? KeySquare::mutual_zugzwang : KeySquare::unavailable);
        svg += svg_square(square, board, look.color);
        if (root.pieces(PieceType::pawn).has(square)) svg += svg_man(root.piece_on(square), square, board);
        // Names are centred, two in a line.
        const std::size_t names = std::min<std::size_t>(partners.count(), most_names);
        const int lines = static_cast<int>((names + names_in_line - 1) / names_in_line);
        const int first_line = y + svg_square_size / 2 + 5 - (lines - 1) * line_height / 2;
        std::size_t count = 0;
        for (const Square partner : partners) {
            const bool is_alone = count + 1 == names && count % names_in_line == 0;
            const int column = is_alone ? 24 : 13 + 22 * static_cast<int>(count % names_in_line);
            const int line = static_cast<int>(count / names_in_line);
            const bool has_more = count + 1 == names && partners.count() > names;
            svg += svg_text({x + column, first_line + line_height * line}, "small",
                            has_more ? "..." : to_string(partner));
            if (++count == names) break;
        }
    }
    return svg;
}

}  // namespace

std::string key_squares_svg(const Board& root, const KeySquares& squares) {
    constexpr int step = svg_board_size + board_gap;
    constexpr int width = 2 * margin + 3 * svg_board_size + 2 * board_gap;
    constexpr int legend_top = board_top + svg_board_size + 52;
    constexpr int legend_line = 24;
    constexpr SvgPoint left{margin, board_top};
    constexpr SvgPoint middle{margin + step, board_top};
    constexpr SvgPoint right{margin + 2 * step, board_top};
    std::string body = svg_text({margin, 36}, "heading", "Key squares of " + to_fen(root));
    body += verdicts_svg(root, Color::white, squares.white_king, left);
    body += svg_frame(left, "The white king's squares");
    body += verdicts_svg(root, Color::black, squares.black_king, middle);
    body += svg_frame(middle, "The black king's squares");
    body += corresponding_svg(root, squares, right);
    body += svg_frame(right, "White king here, black king there: mutual zugzwang");
    int shown = 0;
    const auto add_legend = [&](const auto& sign, std::string_view words) {
        const SvgPoint place{margin + step * (shown % 3), legend_top + legend_line * (shown / 3)};
        body += sign(place) + svg_text({place.x + 24, place.y + 13}, "legend", words);
        ++shown;
    };
    for (const KeySquare verdict : all_verdicts) {
        if (!is_shown(squares, verdict)) continue;
        const Look look = look_of(verdict);
        const auto sign = [&](SvgPoint place) { return svg_box(place, look.color); };
        const bool has_letter = verdict != KeySquare::unavailable;
        add_legend(sign,
                   has_letter ? fmt::format("{}  {}", look.letter, look.words) : std::string(look.words));
    }
    add_legend([](SvgPoint place) { return mark_svg({place.x + 1, place.y + 1}, 14); },
               "where the king stands");
    const int height = legend_top + legend_line * ((shown + 2) / 3) + 20;
    return svg_file(width, height, body);
}

}  // namespace philidor::cli
