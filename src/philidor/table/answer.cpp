#include "philidor/table/answer.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "philidor/chess/movegen.hpp"

namespace philidor {

namespace {

/// The order of moves, best first: a win in 3 comes before one in 5, and a loss in 5 (-5) before one in 3.
using Order = std::tuple<Wdl, Wdl, Wdl, Wdl, int, bool, int>;

Order order_of(const Board& board, const MoveAnswer& answer) {
    constexpr int last = std::numeric_limits<int>::max();
    const bool is_mate = answer.dtz == 1 && is_checkmate(board.after(answer.move));
    const auto after = answer.dtz_after ? answer.dtz_after : answer.rounded_dtz_after;
    int own = last;
    if (answer.dtz) {
        own = *answer.dtz;
    } else if (after && answer.bounds.is_exact()) {
        own = *after + static_cast<int>(answer.bounds.worst);
    }
    return {-answer.under_rule.worst,
            -answer.under_rule.best,
            -answer.bounds.worst,
            -answer.bounds.best,
            own,
            !is_mate,
            after.value_or(last)};
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

/// The distance of a position with this value and these moves, of which it has at least one.
std::optional<int> dtz_from_moves(WdlBounds bounds, std::span<const MoveAnswer> moves) {
    if (!bounds.is_exact()) return std::nullopt;
    if (bounds.worst == Wdl::draw) return 0;
    std::optional<int> best;
    bool may_differ = false;  // a move whose distance is not known may be nearer, or delay a loss longer
    for (const MoveAnswer& answer : moves) {
        if (answer.bounds.best != bounds.best) continue;
        may_differ = may_differ || !answer.dtz;
        if (answer.dtz && (!best || *answer.dtz < *best)) best = answer.dtz;
    }
    return may_differ && best != 1 ? std::nullopt : best;
}

/// Whether the next capture, pawn move or mate does not come before a draw can be claimed. No distance under
/// the rule is shorter than the one without it.
bool is_too_late(std::optional<int> dtz, unsigned clock) {
    return clock >= fifty_move_plies ||
           (dtz && clock + static_cast<unsigned>(std::abs(*dtz)) > fifty_move_plies);
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

bool Answer::has_rounded_distances() const {
    return is_complete() && (dtz || rounded_dtz) && std::ranges::all_of(moves, [](const MoveAnswer& answer) {
               return answer.dtz_after || answer.rounded_dtz_after;
           });
}

void Answer::learn(MoveAnswer& answer, RuledValue value, std::optional<int> dtz_after) const {
    answer.bounds = both_of(answer.bounds, value.plain);
    if (dtz_after) answer.dtz_after = dtz_after;
    const bool is_zeroing = board.is_zeroing(answer.move);
    const Board next = board.after(answer.move);
    const bool is_end = !has_legal_move(next);
    // Mate comes before the rule, and the move that zeroes the clock has nothing left of it.
    const WdlBounds by_clock =
        is_zeroing || is_end
            ? value.under_rule
            : with_clock(value.under_rule, answer.dtz_after, next.halfmove_clock(), answer.rounded_dtz_after);
    answer.under_rule = both_of(answer.under_rule, both_of(by_clock, or_draw(answer.bounds)));
    if (!answer.bounds.is_exact()) return;
    const int sign = static_cast<int>(answer.bounds.worst);
    if (sign == 0) {
        answer.dtz = answer.dtz_after = 0;
    } else if (is_end) {
        answer.dtz = sign;
    } else if (is_zeroing) {
        const int after_rule = static_cast<int>(fifty_move_plies);
        answer.dtz = is_drawn_by_rule(answer.value()) ? sign * (after_rule + 1) : sign;
    } else if (answer.dtz_after) {
        answer.dtz = sign + *answer.dtz_after;
    }
}

void Answer::conclude() {
    if (moves.empty()) {
        bounds = under_rule = *value_by_rules(board);
        dtz = static_cast<int>(bounds.worst);
        return;
    }
    sort_best_first(board, moves);
    RuledValue best{WdlBounds::exactly(Wdl::loss), WdlBounds::exactly(Wdl::loss)};
    for (const MoveAnswer& answer : moves) best = better_of(best, answer.value());
    bounds = both_of(bounds, best.plain);
    // A draw may be claimed before the next move.
    under_rule = board.halfmove_clock() >= fifty_move_plies
                     ? WdlBounds::exactly(Wdl::draw)
                     : both_of(both_of(under_rule, best.under_rule), or_draw(bounds));
    if (const auto found = dtz_from_moves(bounds, moves)) dtz = found;
    if (is_too_late(dtz ? dtz : rounded_dtz, board.halfmove_clock()))
        under_rule = WdlBounds::exactly(Wdl::draw);
}

WdlBounds with_clock(WdlBounds under_rule,
                     std::optional<int> dtz,
                     unsigned clock,
                     std::optional<int> rounded_dtz) {
    if (is_too_late(dtz ? dtz : rounded_dtz, clock)) return WdlBounds::exactly(Wdl::draw);
    // A rounded distance may be one ply too short.
    const bool is_in_time = dtz || (rounded_dtz && !is_too_late(std::abs(*rounded_dtz) + 1, clock));
    const bool is_settled = clock == 0 || (under_rule.is_exact() && is_in_time);
    return is_settled ? under_rule : or_draw(under_rule);
}

std::optional<WdlBounds> value_by_rules(const Board& board) {
    if (!has_legal_move(board)) return WdlBounds::exactly(board.is_check() ? Wdl::loss : Wdl::draw);
    if (board.has_insufficient_material()) return WdlBounds::exactly(Wdl::draw);
    return std::nullopt;
}

Answer answer_by_rules(const Board& board) {
    const WdlBounds known_value = value_by_rules(board).value_or(WdlBounds{});
    Answer answer{board, known_value, {}, {}, known_value};
    for (const Move move : legal_moves(board)) {
        MoveAnswer& known = answer.moves.emplace_back(MoveAnswer{move, {}, {}, {}});
        const auto value = value_by_rules(board.after(move));
        if (!value) continue;
        // A side without moves is mated or stalemated: -1 or 0 by convention.
        answer.learn(known, {-*value, -*value}, -static_cast<int>(value->worst));
    }
    answer.conclude();
    return answer;
}

}  // namespace philidor
