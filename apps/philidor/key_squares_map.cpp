#include "key_squares_map.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

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
        case KeySquare::open: return {'?', "#cfc7e8", "not settled"};
        case KeySquare::white_wins: return {'W', "#5aa469", "White wins"};
        case KeySquare::black_wins: return {'B', "#c65b5b", "Black wins"};
        case KeySquare::drawn: return {'=', "#f3e9c6", "draw"};
        case KeySquare::white_wins_to_move: return {'w', "#b5dcb0", "White wins if he is to move, else draw"};
        case KeySquare::black_wins_to_move: return {'b', "#efbcb4", "Black wins if he is to move, else draw"};
        case KeySquare::mover_wins: return {'!', "#9fc3e0", "whoever is to move wins"};
        case KeySquare::mutual_zugzwang:
            return {'Z', "#f0a030", "mutual zugzwang: whoever is to move would rather not"};
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

/// The man that stays on a square while the king of this colour wanders.
Piece fixed_piece(const Board& root, Color wanderer, Square square) {
    return square == root.king(wanderer) ? Piece::none : root.piece_on(square);
}

char letter_at(const Board& root, Color wanderer, const BySquare<KeySquare>& verdicts, Square square) {
    const Piece piece = fixed_piece(root, wanderer, square);
    return piece == Piece::none ? look_of(verdicts[square]).letter : letter_of(piece);
}

std::string names_of(Bitboard squares) {
    std::string text;
    for (const Square square : squares) text += to_string(square) + ' ';
    if (!text.empty()) text.pop_back();
    return text;
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
        fmt::print("  {}  {}\n", to_string(square), names_of(squares.corresponding[square]));
    }
}

namespace {

constexpr int square_size = 48;
constexpr int board_size = 8 * square_size;
constexpr int board_gap = 56;
constexpr int margin = 40;
constexpr int board_top = 84;

int left_of(unsigned file) { return static_cast<int>(file) * square_size; }
int top_of(unsigned rank) { return static_cast<int>(7 - rank) * square_size; }

/// Men as simple shapes on a square of 48 x 48, so that no font is needed.
std::string man_svg(Piece piece, int x, int y) {
    const bool is_white = color_of(piece) == Color::white;
    const std::string_view shape =
        type_of(piece) == PieceType::king
            ? "M24 7v9M20 11h8M24 18c5-7 16-2 13 6c-1 3-4 6-6 9v6H17v-6c-2-3-5-6-6-9c-3-8 8-13 13-6z"
            : "M24 10a6 6 0 0 1 4 10c4 3 3 6 2 8l4 9v3H14v-3l4-9c-1-2-2-5 2-8a6 6 0 0 1 4-10z";
    return fmt::format(
        "<path transform=\"translate({} {})\" d=\"{}\" fill=\"{}\" stroke=\"#222\" stroke-width=\"2\" "
        "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
        x, y, shape, is_white ? "#fff" : "#333");
}

std::string text_svg(int x, int y, std::string_view style, std::string_view text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", x, y, style, text);
}

std::string frame_svg(int left, std::string_view title) {
    std::string svg = text_svg(left, board_top - 14, "title", title);
    for (unsigned i = 0; i < 8; ++i) {
        const std::string file(1, static_cast<char>('a' + i));
        svg += text_svg(left + left_of(i) + square_size / 2, board_top + board_size + 18, "coordinate", file);
        svg += text_svg(left - 12, board_top + top_of(i) + square_size / 2 + 5, "coordinate",
                        std::to_string(i + 1));
    }
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#555\"/>\n",
                       left, board_top, board_size, board_size);
    return svg;
}

std::string square_svg(int x, int y, bool is_dark, std::string_view color) {
    std::string svg = fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x, y,
                                  square_size, square_size, color);
    if (is_dark) {
        svg += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#000\" opacity=\".08\"/>\n", x, y,
            square_size, square_size);
    }
    return svg;
}

/// Marks where a king stands.
std::string mark_svg(int x, int y, int size) {
    return fmt::format(
        "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"#1c3f94\" "
        "stroke-width=\"3\"/>\n",
        x, y, size);
}

/// The squares of one king.
std::string verdicts_svg(const Board& root, Color wanderer, const BySquare<KeySquare>& verdicts, int left) {
    std::string svg;
    for (const Square square : Bitboard::all()) {
        const unsigned file = index_of(square) % 8;
        const unsigned rank = index_of(square) / 8;
        const int x = left + left_of(file);
        const int y = board_top + top_of(rank);
        svg += square_svg(x, y, (file + rank) % 2 == 0, look_of(verdicts[square]).color);
        if (const Piece piece = fixed_piece(root, wanderer, square); piece != Piece::none) {
            svg += man_svg(piece, x, y);
        } else if (verdicts[square] != KeySquare::unavailable) {
            const std::string letter(1, look_of(verdicts[square]).letter);
            svg += text_svg(x + square_size / 2, y + square_size / 2 + 7, "verdict", letter);
        }
        if (square == root.king(wanderer)) svg += mark_svg(x + 2, y + 2, square_size - 4);
    }
    return svg;
}

/// In each square of the white king, the squares of the black one that make a mutual zugzwang.
std::string corresponding_svg(const Board& root, const KeySquares& squares, int left) {
    constexpr std::size_t most_names = 6;
    constexpr std::size_t names_in_line = 2;
    constexpr int line_height = 15;
    std::string svg;
    for (const Square square : Bitboard::all()) {
        const unsigned file = index_of(square) % 8;
        const unsigned rank = index_of(square) / 8;
        const int x = left + left_of(file);
        const int y = board_top + top_of(rank);
        const Bitboard partners = squares.corresponding[square];
        const Look look = look_of(partners.any() ? KeySquare::mutual_zugzwang : KeySquare::unavailable);
        svg += square_svg(x, y, (file + rank) % 2 == 0, look.color);
        if (root.pieces(PieceType::pawn).has(square)) svg += man_svg(root.piece_on(square), x, y);
        // Names are centred, two in a line.
        const std::size_t names = std::min<std::size_t>(partners.count(), most_names);
        const int lines = static_cast<int>((names + names_in_line - 1) / names_in_line);
        const int first_line = y + square_size / 2 + 5 - (lines - 1) * line_height / 2;
        std::size_t count = 0;
        for (const Square partner : partners) {
            const bool is_alone = count + 1 == names && count % names_in_line == 0;
            const int column = is_alone ? 24 : 13 + 22 * static_cast<int>(count % names_in_line);
            const int line = static_cast<int>(count / names_in_line);
            const bool has_more = count + 1 == names && partners.count() > names;
            svg += text_svg(x + column, first_line + line_height * line, "partner",
                            has_more ? "..." : to_string(partner));
            if (++count == names) break;
        }
    }
    return svg;
}

}  // namespace

std::string key_squares_svg(const Board& root, const KeySquares& squares) {
    const int step = board_size + board_gap;
    const int width = 2 * margin + 3 * board_size + 2 * board_gap;
    constexpr int legend_top = board_top + board_size + 52;
    constexpr int legend_line = 24;
    std::string body = text_svg(margin, 36, "heading", "Key squares of " + to_fen(root));
    body += verdicts_svg(root, Color::white, squares.white_king, margin);
    body += frame_svg(margin, "The white king's squares");
    body += verdicts_svg(root, Color::black, squares.black_king, margin + step);
    body += frame_svg(margin + step, "The black king's squares");
    body += corresponding_svg(root, squares, margin + 2 * step);
    body += frame_svg(margin + 2 * step, "White king here, black king there: mutual zugzwang");
    int shown = 0;
    const auto add_legend = [&](const auto& sign, std::string_view words) {
        const int x = margin + step * (shown % 3);
        const int y = legend_top + legend_line * (shown / 3);
        body += sign(x, y) + text_svg(x + 24, y + 13, "legend", words);
        ++shown;
    };
    for (const KeySquare verdict : all_verdicts) {
        if (!is_shown(squares, verdict)) continue;
        const Look look = look_of(verdict);
        const auto sign = [&](int x, int y) {
            return fmt::format(
                "<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{}\" stroke=\"#555\"/>\n", x, y,
                look.color);
        };
        const bool has_letter = verdict != KeySquare::unavailable;
        add_legend(sign,
                   has_letter ? fmt::format("{}  {}", look.letter, look.words) : std::string(look.words));
    }
    add_legend([](int x, int y) { return mark_svg(x + 1, y + 1, 14); }, "where the king stands");
    const int height = legend_top + legend_line * ((shown + 2) / 3) + 20;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
        "<style>text{{font-family:sans-serif;fill:#222}}.heading{{font-size:20px;font-weight:bold}}"
        ".title{{font-size:15px}}.coordinate{{font-size:13px;text-anchor:middle;fill:#555}}"
        ".verdict{{font-size:18px;text-anchor:middle}}.partner{{font-size:13px;text-anchor:middle}}"
        ".legend{{font-size:13px}}</style>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
        width, height, body);
}

}  // namespace philidor::cli
