#include "value_text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "philidor/chess/notation.hpp"

namespace philidor::cli {

std::string text_of(std::optional<int> dtz) { return dtz ? std::to_string(*dtz) : "?"; }

std::string zeroing_text(const Answer& answer) {
    const auto known = answer.dtz ? answer.dtz : answer.rounded_dtz;
    if (!known || *known == 0) return text_of(known);
    const std::string_view or_one_more = answer.dtz ? "" : " or one more";
    return fmt::format("{}{}, plies to a capture, pawn move or mate", *known, or_one_more);
}

std::string mate_text(const Answer& answer) {
    if (answer.bounds == WdlBounds::exactly(Wdl::draw)) return "never";
    const int plies = *answer.dtm;
    return plies > 0 ? fmt::format("mate in {}", (plies + 1) / 2) : fmt::format("mated in {}", -plies / 2);
}

std::string rule_text(RuledValue value) {
    if (is_drawn_by_rule(value)) return ", but a draw by the 50-move rule";
    const bool is_open = value.plain.is_exact() && !syzygy_wdl(value);
    return is_open ? "; the 50-move rule may make it a draw" : "";
}

void print_moves(const Board& board, std::span<const MoveAnswer> moves) {
    if (moves.empty()) return;
    std::size_t width = std::string_view("move").size();
    for (const MoveAnswer& move : moves) width = std::max(width, to_san(board, move.move).size());
    fmt::print("  {:<{}}  {:<12}  {}\n", "move", width, "result", "distance");
    for (const MoveAnswer& move : moves) {
        const bool is_draw = move.bounds == WdlBounds::exactly(Wdl::draw);
        const std::string row = fmt::format("  {:<{}}  {:<12}  {:>8}", to_san(board, move.move), width,
                                            to_string(move.value()), is_draw ? "" : text_of(move.dtz));
        fmt::print("{}\n", row.substr(0, row.find_last_not_of(' ') + 1));
    }
}

}  // namespace philidor::cli
