#include "solution_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "board_text.hpp"
#include "key_squares_map.hpp"
#include "line_text.hpp"
#include "number_text.hpp"
#include "philidor/base/detail/process_memory.hpp"
#include "philidor/chess/fen.hpp"
#include "value_text.hpp"

namespace philidor::cli {

namespace {

/// The limit that was reached: " within 1 s".
std::string limit_text(SolveEnd end, const SolveOptions& options) {
    switch (end) {
        case SolveEnd::settled: return "";
        case SolveEnd::out_of_time:
            return fmt::format(" within {:g} s", options.time ? options.time->count() : 0.0);
        case SolveEnd::out_of_memory:
            return fmt::format(" with {} of memory", bytes_text(options.memory_bytes));
        case SolveEnd::interrupted: return " before the interruption";
        case SolveEnd::exhausted: return fmt::format(" with at most {} pieces", options.most_pieces);
    }
    return "";
}

/// How to get further: " Try a longer --time."
std::string_view advice(SolveEnd end) {
    switch (end) {
        case SolveEnd::settled:
        case SolveEnd::interrupted: return "";
        case SolveEnd::out_of_time: return " Try a longer --time.";
        case SolveEnd::out_of_memory: return " Try a larger --memory.";
        case SolveEnd::exhausted: return " Try a larger --max-pieces.";
    }
    return "";
}

std::string_view in_words(Color color) { return color == Color::white ? "White" : "Black"; }

/// What is proved, and why it is not more: "White to move wins."
std::string sentences(const Solution& solution, const SolveOptions& options) {
    const WdlBounds bounds = solution.value();
    const std::string_view side = in_words(solution.answer.board.side_to_move());
    if (bounds.is_exact()) {
        const std::string_view verb = bounds.worst == Wdl::draw  ? "draws"
                                      : bounds.worst == Wdl::win ? "wins"
                                                                 : "loses";
        return fmt::format("{} to move {}.", side, verb);
    }
    const std::string limit = limit_text(solution.end, options);
    if (bounds == WdlBounds{}) return fmt::format("No result{}.{}", limit, advice(solution.end));
    const std::string known = bounds.worst == Wdl::draw
                                  ? fmt::format("{} at least draws; a win is not ruled out.", side)
                                  : fmt::format("{} at most draws; a loss is not ruled out.", side);
    if (limit.empty()) return known + "\n";
    return fmt::format("{}\nNo exact result{}.{}", known, limit, advice(solution.end));
}

/// "With Black to move: draw."
std::string other_side_sentence(Color to_move, WdlBounds bounds) {
    const auto result = [&]() -> std::string {
        if (bounds == WdlBounds::exactly(Wdl::draw)) return "draw";
        if (bounds.is_exact())
            return fmt::format("{} wins", in_words(bounds.worst == Wdl::win ? to_move : !to_move));
        if (bounds == WdlBounds{}) return "no result";
        return fmt::format("at {} a draw for {}", bounds.worst == Wdl::draw ? "least" : "most",
                           in_words(to_move));
    };
    return fmt::format("With {} to move: {}.", in_words(to_move), result());
}

/// What the 50-move rule and the clock make of a win or a loss; empty if they change nothing.
std::string rule_sentences(const Answer& answer) {
    const unsigned clock = answer.board.halfmove_clock();
    const RuledValue value = answer.value();
    if (!value.plain.is_exact() || value.plain.worst == Wdl::draw || answer.moves.empty()) return "";
    const unsigned left = fifty_move_plies - std::min(clock, fifty_move_plies);
    if (!syzygy_wdl(value)) return "It is not known whether the 50-move rule makes it a draw.";
    if (is_drawn_by_rule(value)) {
        return clock == 0 ? "The 50-move rule makes it a draw: the win takes too long."
                          : fmt::format(
                                "The 50-move rule makes it a draw: {} plies are left, and the next "
                                "capture or pawn move takes longer.",
                                left);
    }
    if (clock == 0) return "";
    const std::string need = answer.dtz ? fmt::format("; it takes {}", std::abs(*answer.dtz)) : "";
    return fmt::format("The clock stands at {}: mate, a capture or a pawn move must come within {} plies{}.",
                       clock, left, need);
}

std::string zugzwang_sentences(const Solution& solution) {
    if (!solution.other_side) return "";
    const std::string other =
        other_side_sentence(!solution.answer.board.side_to_move(), *solution.other_side);
    if (!solution.is_mutual_zugzwang) return other + " It is not known whether this is a mutual zugzwang.";
    return other + (*solution.is_mutual_zugzwang ? " A mutual zugzwang." : " Not a mutual zugzwang.");
}

/// The sign for zugzwang in chess books, after a move that leaves the opponent in a mutual zugzwang.
constexpr std::string_view zugzwang_sign = "\u2299";

/// How the line goes on: " and wins", " =" for a draw, " ..." if it was cut off.
std::string_view end_of_line(const Solution& solution) {
    switch (solution.line_end) {
        case LineEnd::open: return " ...";
        case LineEnd::mate: return "";
        case LineEnd::won: return " and wins";
        case LineEnd::drawn: return " =";
    }
    return "";
}

void print_line(const Solution& solution) {
    LineText line(solution.answer.board);
    bool has_zugzwang = false;
    for (const LineMove& step : solution.line) {
        const bool is_zugzwang = step.is_mutual_zugzwang == true;
        line.add(step.answer.move, is_zugzwang ? zugzwang_sign : "");
        has_zugzwang = has_zugzwang || is_zugzwang;
    }
    fmt::print("\n{}{}\n", line.text(), end_of_line(solution));
    if (!has_zugzwang) return;
    fmt::print("({} is a mutual zugzwang: whoever must move is worse off)\n", zugzwang_sign);
}

}  // namespace

void print(const Solution& solution, const SolveOptions& options) {
    const Answer& answer = solution.answer;
    fmt::print("{}\n\n", to_fen(answer.board));
    print_board(answer.board);
    fmt::print("{}\n", sentences(solution, options));
    if (const std::string text = rule_sentences(answer); !text.empty()) fmt::print("{}\n", text);
    if (answer.moves.empty()) fmt::print("{}\n", answer.board.is_check() ? "Checkmate." : "Stalemate.");
    fmt::print("\n");
    print_moves(answer.board, answer.moves);
    if (!solution.line.empty()) print_line(solution);
    if (const std::string text = zugzwang_sentences(solution); !text.empty()) fmt::print("\n{}\n", text);
    fmt::print("\n{} tables, {} positions, {:.2f} s, {} of memory\n",
               with_separators(solution.statistics.tables), with_separators(solution.statistics.positions),
               solution.seconds, bytes_text(peak_memory()));
    if (solution.key_squares) print_key_squares(answer.board, *solution.key_squares);
}

}  // namespace philidor::cli
