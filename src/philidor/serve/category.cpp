#include "philidor/serve/category.hpp"

#include <cstdlib>

#include "philidor/chess/movegen.hpp"

namespace philidor {

namespace {

/// With up to four men no win takes more plies than this to the next capture or pawn move; the longest is in
/// KBNvK. After such a move the 50-move rule therefore no longer matters. With five men there are wins that
/// the rule makes draws.
constexpr unsigned few_men = 4;
constexpr int most_plies_of_few_men = 66;

/// Whether the next capture or pawn move comes before a draw can be claimed.
bool is_in_time(const Board& board, std::optional<int> dtz) {
    const int plies = std::abs(dtz.value_or(most_plies_of_few_men));
    return board.halfmove_clock() + static_cast<unsigned>(plies) <= fifty_move_plies;
}

}  // namespace

std::string_view name_of(Category category) {
    switch (category) {
        case Category::win: return "win";
        case Category::maybe_win: return "maybe-win";
        case Category::draw: return "draw";
        case Category::maybe_loss: return "maybe-loss";
        case Category::loss: return "loss";
        case Category::unknown: return "unknown";
    }
    return "";
}

Category category_of(const Board& board, WdlBounds bounds, std::optional<int> dtz) {
    if (!bounds.is_exact()) return Category::unknown;
    if (bounds.worst == Wdl::draw) return Category::draw;
    const bool is_win = bounds.worst == Wdl::win;
    const bool is_certain = is_checkmate(board) ||  // mate counts regardless of the clock
                            (board.occupied().count() <= few_men && is_in_time(board, dtz));
    if (is_certain) return is_win ? Category::win : Category::loss;
    return is_win ? Category::maybe_win : Category::maybe_loss;
}

Category category_after(const Board& board, const MoveAnswer& answer) {
    const auto dtz = answer.dtz_after ? std::optional(-*answer.dtz_after) : std::nullopt;
    return category_of(board.after(answer.move), -answer.bounds, dtz);
}

}  // namespace philidor
