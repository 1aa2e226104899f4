#include "philidor/serve/category.hpp"

#include <cstdlib>

#include "philidor/chess/movegen.hpp"

namespace philidor {

namespace {

/// From here on the other side may claim a draw.
constexpr unsigned most_quiet_plies = 100;

/// With so few men no win ever needs more than 50 moves to the next capture or pawn move: once the clock is
/// at 0, the rule can be forgotten. With five men there are wins that do.
constexpr unsigned most_men_without_long_wins = 4;

/// Whether the next capture or pawn move comes before anybody can claim a draw.
bool is_in_time(const Board& board, std::optional<int> dtz) {
    if (board.halfmove_clock() == 0) return true;
    return dtz && board.halfmove_clock() + static_cast<unsigned>(std::abs(*dtz)) <= most_quiet_plies;
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
    const bool is_certain =
        is_checkmate(board) ||  // mate counts, whatever the clock says
        (board.occupied().count() <= most_men_without_long_wins && is_in_time(board, dtz));
    if (is_certain) return is_win ? Category::win : Category::loss;
    return is_win ? Category::maybe_win : Category::maybe_loss;
}

}  // namespace philidor
