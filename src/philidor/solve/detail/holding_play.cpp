#include "philidor/solve/detail/holding_play.hpp"

#include <algorithm>
#include <tuple>

#include "philidor/chess/movegen.hpp"
#include "philidor/solve/detail/clear_result.hpp"

namespace philidor {

namespace {

/// Whether the side that has moved loses a man, now or after the next move of both sides.
bool loses_material(const Board& board) {
    if (detail::can_win_material(board)) return true;
    return std::ranges::any_of(legal_moves(board), [&](Move reply) {
        const Board after = board.after(reply);
        const MoveList moves = legal_moves(after);
        return !moves.empty() && std::ranges::all_of(moves, [&](Move move) {
            return detail::can_win_material(after.after(move));
        });
    });
}

}  // namespace

HoldingPlay::HoldingPlay(const PositionSolver& solver, const Ending& ending)
    : solver_(solver), defender_(ending.board().side_to_move()) {
    double danger_for_other = 0;
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (is_drawn(after)) danger_for_other = std::max(danger_for_other, danger_of(after));
    }
    if (danger_for_other > danger_of(ending)) defender_ = !defender_;
}

bool HoldingPlay::is_drawn(const Ending& ending) const {
    return solver_.bounds_of(ending) == WdlBounds::exactly(Wdl::draw);
}

/// The share of moves that are not known to keep the draw.
double HoldingPlay::danger_of(const Ending& ending) const {
    const MoveList moves = legal_moves(ending.board());
    if (moves.empty()) return 0;
    const auto bad = std::ranges::count_if(moves, [&](Move move) { return !is_drawn(ending.after(move)); });
    return static_cast<double>(bad) / static_cast<double>(moves.size());
}

/// The most danger for the side that is not to move after a reply that keeps the draw.
double HoldingPlay::danger_after_reply(const Ending& ending) const {
    double most = 0;
    for (const Move reply : legal_moves(ending.board())) {
        const Ending after = ending.after(reply);
        if (is_drawn(after)) most = std::max(most, danger_of(after));
    }
    return most;
}

std::optional<Move> HoldingPlay::best_move(const Ending& ending, const std::vector<Key>& seen) const {
    const bool is_defending = ending.board().side_to_move() == defender_;
    std::optional<Move> best;
    std::tuple<bool, double, bool, double> best_cost;
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (!is_drawn(after)) continue;
        const bool is_repetition = std::ranges::find(seen, after.board().key()) != seen.end();
        const bool is_over = !has_legal_move(after.board()) || detail::is_clear_draw(after.board());
        // A defender wants it to be over; the other side wants the defender to be in danger, for free.
        const std::tuple cost = is_defending
                                    ? std::tuple(!is_over, 0.0, is_repetition, danger_after_reply(after))
                                    : std::tuple(is_over || loses_material(after.board()), -danger_of(after),
                                                 is_repetition, -danger_after_reply(after));
        if (best && cost >= best_cost) continue;
        best = move;
        best_cost = cost;
    }
    return best;
}

}  // namespace philidor
