#include "pawn_report.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "board_svg.hpp"
#include "board_text.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor::cli {

namespace {

/// The count of a term for one colour. Empty if the term does not occur.
std::optional<PawnTermCount> find(const PawnReport& report, PawnTerm term, Color color) {
    for (const PawnTermCount& count : report.terms) {
        if (count.term == term && count.color == color) return count;
    }
    return std::nullopt;
}

/// "  +12    +3", or nothing.
std::string score_text(const std::optional<PawnTermCount>& count) {
    if (!count) return "";
    return fmt::format("{:>+5} {:>+5}", count->score.middlegame(), count->score.endgame());
}

/// "phase 0/24 (pure endgame)", "phase 10/24".
std::string phase_text(const PawnReport& report) {
    const std::string text = fmt::format("phase {}/{}", report.phase, whole_phase);
    if (report.phase == 0) return text + " (pure endgame)";
    return report.phase == whole_phase ? text + " (pure middlegame)" : text;
}

}  // namespace

void print(const PawnReport& report) {
    fmt::print("{}\n\n", to_fen(report.board));
    print_board(report.board);
    for (const Square pawn : report.board.pieces(PieceType::pawn)) {
        const Color color = color_of(report.board.piece_on(pawn));
        fmt::print("  {}  {:<5}  {}\n", to_string(pawn), name_of(color),
                   fmt::join(pawn_features_of(report.board, pawn), ", "));
    }
    fmt::print("\n  {:<20}{:>11}  {:>11}\n", "middlegame, endgame", "White", "Black");
    for (const PawnTerm term : all_pawn_terms) {
        const auto white = find(report, term, Color::white);
        const auto black = find(report, term, Color::black);
        if (!white && !black) continue;
        std::string line =
            fmt::format("{:<20}{:>11}  {:>11}", name_of(term), score_text(white), score_text(black));
        line.erase(line.find_last_not_of(' ') + 1);
        fmt::print("  {}\n", line);
    }
    fmt::print("\nmiddlegame  {:+}\nendgame     {:+}\n", report.score.middlegame(), report.score.endgame());
    fmt::print("total       {:+} centipawns for White, {}\n", report.total, phase_text(report));
}

namespace {

/// The colour and the letter of a feature.
struct FeatureLook {
    std::string_view name;
    char letter;
    std::string_view color;
};

/// The features in a picture. A square has the colour of the first that applies to it.
constexpr std::array feature_looks{
    FeatureLook{"passed", 'P', "#7cc07c"},    FeatureLook{"candidate", 'C', "#c4e3a8"},
    FeatureLook{"backward", 'B', "#e58f7f"},  FeatureLook{"isolated", 'I', "#efb3a0"},
    FeatureLook{"doubled", 'D', "#f2cda0"},   FeatureLook{"blocked", 'X', "#d8d2c4"},
    FeatureLook{"supported", 'S', "#a9c8e6"}, FeatureLook{"phalanx", 'H', "#c9dcf0"},
};

constexpr std::string_view plain_color = "#f4f1ea";

std::string pawn_square_svg(const PawnReport& report, Square square, SvgPoint board) {
    const Piece piece = report.board.piece_on(square);
    std::string letters;
    std::string_view color = plain_color;
    if (piece != Piece::none && type_of(piece) == PieceType::pawn) {
        const auto names = pawn_features_of(report.board, square);
        for (const FeatureLook& look : feature_looks) {
            if (std::ranges::find(names, look.name) == names.end()) continue;
            if (letters.empty()) color = look.color;
            letters += look.letter;
        }
    }
    std::string svg = svg_square(square, board, color);
    if (piece != Piece::none) svg += svg_man(piece, square, board);
    const SvgPoint corner = corner_of(square, board);
    if (!letters.empty()) svg += svg_text({corner.x + 2, corner.y + 11}, "mark", letters);
    return svg;
}

/// A line with three columns for each term.
std::string terms_svg(const PawnReport& report, SvgPoint place) {
    constexpr int line = 20;
    constexpr int white_column = 190;
    constexpr int black_column = 290;
    const auto row = [&](std::string_view name, std::string_view white, std::string_view black) {
        std::string svg = svg_text(place, "legend", name);
        svg += svg_text({place.x + white_column, place.y}, "small", white);
        svg += svg_text({place.x + black_column, place.y}, "small", black);
        place.y += line;
        return svg;
    };
    const auto cell = [](const std::optional<PawnTermCount>& count) {
        return count ? fmt::format("{:+}, {:+}", count->score.middlegame(), count->score.endgame()) : "";
    };
    std::string svg = row("middlegame, endgame", "White", "Black");
    for (const PawnTerm term : all_pawn_terms) {
        const auto white = find(report, term, Color::white);
        const auto black = find(report, term, Color::black);
        if (white || black) svg += row(name_of(term), cell(white), cell(black));
    }
    place.y += line / 2;
    svg += row("all", fmt::format("{:+}, {:+}", report.score.middlegame(), report.score.endgame()), "");
    svg += row("total", fmt::format("{:+}", report.total), "");
    return svg;
}

}  // namespace

std::string pawn_svg(const PawnReport& report) {
    constexpr SvgPoint board{40, 84};
    constexpr int terms_left = board.x + svg_board_size + 40;
    constexpr int legend_top = board.y + svg_board_size + 40;
    constexpr int legend_line = 24;
    constexpr int legend_step = 110;
    std::string body = svg_text({board.x, 36}, "title", "The pawns of " + to_fen(report.board));
    for (const Square square : Bitboard::all()) body += pawn_square_svg(report, square, board);
    body += svg_frame(board, fmt::format("{:+} centipawns for White", report.total));
    body += terms_svg(report, {terms_left, board.y});
    int shown = 0;
    for (const FeatureLook& look : feature_looks) {
        const SvgPoint place{board.x + legend_step * (shown % 4), legend_top + legend_line * (shown / 4)};
        body += svg_box(place, look.color);
        body +=
            svg_text({place.x + 22, place.y + 13}, "legend", fmt::format("{} {}", look.letter, look.name));
        ++shown;
    }
    const int most_lines = static_cast<int>(report.terms.size()) + 4;
    const int height = std::max(legend_top + 2 * legend_line + 16, board.y + 20 * most_lines);
    return svg_file(terms_left + 350, height, body);
}

}  // namespace philidor::cli
