#include "solution_text.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "board_text.hpp"
#include "key_squares_map.hpp"
#include "line_text.hpp"
#include "number_text.hpp"
#include "philidor/base/process_memory.hpp"
#include "philidor/chess/fen.hpp"
#include "value_text.hpp"

namespace philidor::cli {

namespace {

std::string advice(SolveEnd end, const SolveOptions& options) {
    switch (end) {
        case SolveEnd::settled: return "";
        case SolveEnd::out_of_time: return "The time was up; --time gives more.";
        case SolveEnd::out_of_memory:
            return fmt::format("{} of memory did not suffice; --memory gives more.",
                               bytes_text(options.memory_bytes));
        case SolveEnd::interrupted: return "It was interrupted.";
        case SolveEnd::exhausted:
            return fmt::format(
                "Nothing is left to try with {} pieces on the board; --max-pieces allows more.",
                options.most_pieces);
    }
    return "";
}

std::string_view in_words(Color color) { return color == Color::white ? "White" : "Black"; }

/// "White to move wins."
std::string sentence(Color to_move, WdlBounds bounds) {
    const std::string_view side = in_words(to_move);
    const auto verb = [](Wdl value) {
        if (value == Wdl::draw) return "draws";
        return value == Wdl::win ? "wins" : "loses";
    };
    if (bounds.is_exact()) return fmt::format("{} to move {}.", side, verb(bounds.worst));
    if (bounds == WdlBounds{}) return fmt::format("{} to move: nothing is proved.", side);
    return fmt::format("{} to move {} or {}: which of them is open.", side, verb(bounds.worst),
                       verb(bounds.best));
}

std::string zugzwang_sentence(const Solution& solution) {
    if (!solution.other_side) return "";
    const std::string other = sentence(!solution.answer.board.side_to_move(), *solution.other_side);
    if (!solution.is_mutual_zugzwang) return other + " Whether this is a mutual zugzwang is open.";
    return other + (*solution.is_mutual_zugzwang ? " So this is a mutual zugzwang." : " No mutual zugzwang.");
}

/// Behind a move that leaves the other side in zugzwang; the sign that chess books use.
constexpr std::string_view zugzwang_sign = "\u2299";

void print_line(const Solution& solution) {
    LineText line(solution.answer.board);
    bool has_zugzwang = false;
    for (const LineMove& step : solution.line) {
        const bool is_zugzwang = step.is_mutual_zugzwang == true;
        line.add(step.answer.move, is_zugzwang ? zugzwang_sign : "");
        has_zugzwang = has_zugzwang || is_zugzwang;
    }
    fmt::print("\n{}\n", line.text());
    if (!has_zugzwang) return;
    fmt::print("({} is a mutual zugzwang: whoever is to move would rather not)\n", zugzwang_sign);
}

}  // namespace

void print(const Solution& solution, const SolveOptions& options) {
    const Answer& answer = solution.answer;
    fmt::print("{}\n\n", to_fen(answer.board));
    print_board(answer.board);
    fmt::print("{}\n", sentence(answer.board.side_to_move(), answer.bounds));
    if (!answer.bounds.is_exact()) fmt::print("{}\n", advice(solution.end, options));
    if (answer.moves.empty()) fmt::print("{}\n", answer.board.is_check() ? "Checkmate." : "Stalemate.");
    fmt::print("\n");
    print_moves(answer.board, answer.moves);
    if (!solution.line.empty()) print_line(solution);
    if (const std::string text = zugzwang_sentence(solution); !text.empty()) fmt::print("\n{}\n", text);
    fmt::print("\n{} tables, {} positions, {:.2f} s, {} of memory\n",
               with_separators(solution.statistics.tables), with_separators(solution.statistics.positions),
               solution.seconds, bytes_text(peak_memory()));
    if (solution.key_squares) print_key_squares(answer.board, *solution.key_squares);
}

}  // namespace philidor::cli
