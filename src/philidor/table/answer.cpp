#include "philidor/table/answer.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "philidor/chess/movegen.hpp"

namespace philidor {

namespace {

/// The order of moves, best first: a win in 3 comes before one in 5, and a loss in 5 (-5) before one in 3.
using Order = std::tuple<Wdl, Wdl, int, bool, int>;

Order order_of(const Board& board, const MoveAnswer& answer) {
    constexpr int last = std::numeric_limits<int>::max();
    const bool is_mate = answer.dtz == 1 && is_checkmate(board.after(answer.move));
    return {-answer.bounds.worst, -answer.bounds.best, answer.dtz.value_or(last), !is_mate,
            answer.dtz_after.value_or(last)};
}

void sort_best_first(const Board& board, std::vector<MoveAnswer>& moves) {
    std::vector<std::pair<Order, std::size_t>> order;  // the index keeps equal moves in their order
    order.reserve(moves.size());
    for (const MoveAnswer& answer : moves) order.emplace_back(order_of(board, answer), order.size());
    std::ranges::sort(order);
    std::vector<MoveAnswer> sorted;
    sorted.reserve(moves.size());
    for (const auto& [worth, index] : order) sorted.push_back(moves[index]);
    moves = std::move(sorted);
}

/// The distance of a position with this value and these moves, best first; it has at least one.
std::optional<int> dtz_from_moves(WdlBounds bounds, std::span<const MoveAnswer> moves) {
    if (!bounds.is_exact()) return std::nullopt;
    if (bounds.worst == Wdl::draw) return 0;
    const std::optional<int> best = moves.front().dtz;
    if (best == 1) return best;
    // No move whose distance is not known may be nearer, or, for a loser, delay longer.
    const bool may_differ = std::ranges::any_of(
        moves, [&](const MoveAnswer& answer) { return answer.bounds.best == bounds.best && !answer.dtz; });
    return may_differ ? std::nullopt : best;
}

}  // namespace

bool Answer::is_complete() const {
    return bounds.is_exact() &&
           std::ranges::all_of(moves, [](const MoveAnswer& answer) { return answer.bounds.is_exact(); });
}

bool Answer::has_distances() const {
    return is_complete() && dtz &&
           std::ranges::all_of(moves, [](const MoveAnswer& answer) { return answer.dtz_after.has_value(); });
}

void Answer::learn(MoveAnswer& answer, WdlBounds value, std::optional<int> dtz_after) const {
    answer.bounds = both_of(answer.bounds, value);
    if (!answer.bounds.is_exact()) return;
    const int sign = static_cast<int>(answer.bounds.worst);
    if (sign == 0) {
        answer.dtz = answer.dtz_after = 0;
        return;
    }
    if (dtz_after) answer.dtz_after = dtz_after;
    if (board.is_zeroing(answer.move) || !has_legal_move(board.after(answer.move))) {
        answer.dtz = sign;
    } else if (answer.dtz_after) {
        answer.dtz = sign + *answer.dtz_after;
    }
}

void Answer::conclude() {
    if (moves.empty()) {
        bounds = *value_by_rules(board);
        dtz = static_cast<int>(bounds.worst);
        return;
    }
    sort_best_first(board, moves);
    WdlBounds best = WdlBounds::exactly(Wdl::loss);
    for (const MoveAnswer& answer : moves) best = better_of(best, answer.bounds);
    bounds = both_of(bounds, best);
    if (const auto found = dtz_from_moves(bounds, moves)) dtz = found;
}

std::optional<WdlBounds> value_by_rules(const Board& board) {
    if (!has_legal_move(board)) return WdlBounds::exactly(board.is_check() ? Wdl::loss : Wdl::draw);
    if (board.has_insufficient_material()) return WdlBounds::exactly(Wdl::draw);
    return std::nullopt;
}

Answer answer_by_rules(const Board& board) {
    Answer answer{board, value_by_rules(board).value_or(WdlBounds{}), {}, {}};
    for (const Move move : legal_moves(board)) {
        MoveAnswer& known = answer.moves.emplace_back(MoveAnswer{move, {}, {}, {}});
        const auto value = value_by_rules(board.after(move));
        if (!value) continue;
        // A side without moves is mated or stalemated: -1 or 0 by convention.
        answer.learn(known, -*value, -static_cast<int>(value->worst));
    }
    answer.conclude();
    return answer;
}

}  // namespace philidor
