#include "philidor/engine/detail/searcher.hpp"

#include <algorithm>
#include <cmath>

#include "philidor/chess/movegen.hpp"
#include "philidor/engine/detail/move_picker.hpp"
#include "philidor/engine/detail/piece_values.hpp"
#include "philidor/engine/detail/static_exchange.hpp"

namespace philidor {

namespace {

constexpr int first_window = 18;           // centipawns on each side of the value of the previous iteration
constexpr int depth_for_windows = 5;       // at lower depths values still fluctuate
constexpr int depth_of_table_value = 100;  // no search can do better

/// Late moves are searched to less depth: the reduction grows with the depth and the number of the move.
const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> table{};
    for (std::size_t depth = 1; depth < 64; ++depth) {
        for (std::size_t number = 1; number < 64; ++number) {
            table[depth][number] = static_cast<std::int8_t>(
                0.6 + std::log(static_cast<double>(depth)) * std::log(static_cast<double>(number)) / 2.2);
        }
    }
    return table;
}();

/// How far below the window a position may be for a quiet move or a capture still to be worth trying.
constexpr int hope_at(int depth) { return 90 + 90 * depth; }

bool has_pieces(const Board& board, Color color) {
    return (board.pieces(color) - board.pieces(PieceType::pawn)).has_several();
}

Value value_of(Wdl wdl, int ply) {
    if (wdl == Wdl::draw) return {};
    return wdl == Wdl::win ? Value::proved_win_in(ply) : -Value::proved_win_in(ply);
}

bool is_usable(Bound bound, Value value, Window window) {
    if (bound == Bound::exact) return true;
    return bound == Bound::lower ? value >= window.beta : value <= window.alpha;
}

Bound bound_of(Value value, Window window) {
    if (value >= window.beta) return Bound::lower;
    return value > window.alpha ? Bound::exact : Bound::upper;
}

/// Insertion sort: there are few moves, equal ones must keep their order, and most are already in place.
void sort_best_first(std::span<RootMove> moves) {
    const auto comes_before = [](const RootMove& a, const RootMove& b) {
        return a.value != b.value ? a.value > b.value : a.previous > b.previous;
    };
    for (auto next = moves.begin(); next != moves.end(); ++next) {
        const auto place = std::upper_bound(moves.begin(), next, *next, comes_before);
        std::rotate(place, next, next + 1);
    }
}

}  // namespace

// --- Iterations ---

void Searcher::forget() { history_ = {}; }

std::vector<RootMove> Searcher::run(const SearchTask& task) {
    task_ = &task;
    nodes_ = 0;
    table_hits_ = 0;
    next_question_ = task.nodes_between_questions;
    history_.age();
    keys_ = task.earlier_keys;
    root_place_ = keys_.size();
    frame(0).is_check = task.root.is_check();
    root_moves_.clear();
    for (const Move move : task.moves) root_moves_.push_back({.move = move, .line = {move}});

    for (int depth = task.first_depth; depth <= task.depth && !is_stopped(); ++depth) {
        root_depth_ = depth;
        for (RootMove& move : root_moves_) move.previous = move.known_value();
        for (RootMove& move : root_moves_) move.value = -Value::infinite();
        for (line_ = 0; line_ < task.lines && !is_stopped(); ++line_) {
            selective_depth_ = 0;
            (void)search_around(root_moves_[line_].previous, depth);
            sort_best_first(std::span(root_moves_).subspan(line_));
        }
        sort_best_first(root_moves_);
        if (is_stopped() || (task.iteration_done && !task.iteration_done(depth, root_moves_))) break;
    }
    return root_moves_;
}

/// Searches with a narrow window around the value of the previous iteration, and widens it if the value lies
/// outside. Most iterations confirm the value, and a narrow window causes more cutoffs.
Value Searcher::search_around(Value expected, int depth) {
    if (depth < depth_for_windows || expected.is_decided()) {
        return search_root({-Value::infinite(), Value::infinite()}, depth);
    }
    int below = first_window;
    int above = first_window;
    while (true) {
        const Window window{below > 500 ? -Value::infinite() : expected - below,
                            above > 500 ? Value::infinite() : expected + above};
        const Value value = search_root(window, depth);
        if (is_stopped() || (value > window.alpha && value < window.beta)) return value;
        (value <= window.alpha ? below : above) *= 3;
        sort_best_first(std::span(root_moves_).subspan(line_));
    }
}

Value Searcher::search_root(Window window, int depth) {
    const Board& root = task_->root;
    frame(0).estimate = evaluator_.evaluate(root);
    const Node node{root, window, window, depth, 0, frame(0).is_check, true, frame(0).estimate, {}};
    Value best = -Value::infinite();
    for (std::size_t place = line_; place < root_moves_.size(); ++place) {
        RootMove& candidate = root_moves_[place];
        const bool is_first = place == line_;
        const int number = static_cast<int>(place - line_) + 1;
        const Board after = play(root, candidate.move, 0);
        const int reduction = reduction_of(node, candidate.move, number);
        const Value value = search_after(after, {std::max(window.alpha, best), window.beta}, depth - 1,
                                         reduction, 1, is_first);
        take_back();
        if (is_stopped()) return best;
        const bool is_best = is_first || value > std::max(window.alpha, best);
        candidate.value = is_best ? value : -Value::infinite();
        if (is_best) {
            candidate.line = {candidate.move};
            candidate.line.insert(candidate.line.end(), frame(1).best_line.begin(), frame(1).best_line.end());
            candidate.selective_depth = selective_depth_;
        }
        best = std::max(best, value);
        if (best >= window.beta) break;
    }
    return best;
}

// --- One position ---

/// The value of a position from looking `depth` plies ahead, and further as long as there are captures.
/// Outside the window the value is only a bound.
Value Searcher::search(const Board& board, Window window, int depth, int ply) {
    const bool is_check = frame(ply).is_check;
    if (is_check && ply < 2 * root_depth_) ++depth;  // a side in check has few replies: look further
    if (depth <= 0) return search_quiet(board, window, ply);
    frame(ply).best_line.clear();
    if (!count_node()) return {};
    selective_depth_ = std::max(selective_depth_, ply);
    if (is_draw(board, ply)) return {};
    if (ply >= most_plies) return evaluator_.evaluate(board);

    // Even an immediate mate cannot be better than a shorter mate already found.
    window = {std::max(window.alpha, Value::mated_in(ply)), std::min(window.beta, Value::mate_in(ply + 1))};
    if (window.alpha >= window.beta) return window.alpha;

    const bool is_question = window.is_question();
    const auto known = shared_.memory.find(board.key());
    if (known && is_question && known->depth >= depth && board.halfmove_clock() < 90) {
        const Value value = known->value.seen_from_above(ply);
        if (is_usable(known->bound, value, window)) return value;
    }
    Window certain{-Value::infinite(), Value::infinite()};
    if (const auto value = value_by_tables(board, window, certain, ply)) return *value;

    const Value estimate = known ? known->estimate : evaluator_.evaluate(board);
    frame(ply).estimate = estimate;
    const bool is_improving = ply >= 2 && estimate > frame(ply - 2).estimate;
    if (!known && depth >= 5) --depth;  // a shallow search finds a move to start with next time
    const Move remembered = known ? known->move : Move();
    const Node node{board, window, certain, depth, ply, is_check, is_improving, estimate, remembered};

    if (is_question && !is_check && !window.beta.is_decided()) {
        // The lead is too large for the opponent to catch up in the few plies that are left.
        const int lead = estimate.centipawns() - window.beta.centipawns();
        const bool is_far_ahead = depth <= 7 && lead >= 85 * (depth - (is_improving ? 1 : 0));
        if (is_far_ahead) return std::min(estimate, certain.beta);
        if (const auto value = refute_by_passing(node)) return std::min(*value, certain.beta);
    }
    return search_moves(node);
}

/// If even passing is good enough, a real move is too. This fails in zugzwang, which is common in pawn
/// endings.
std::optional<Value> Searcher::refute_by_passing(const Node& node) {
    const auto& [board, window, certain, depth, ply, is_check, is_improving, estimate, remembered] = node;
    const bool has_just_passed = frame(ply - 1).move == Move();
    if (depth < 3 || has_just_passed || estimate < window.beta || !has_pieces(board, board.side_to_move())) {
        return std::nullopt;
    }
    const int lead = estimate.centipawns() - window.beta.centipawns();
    const int reduced = depth - 4 - depth / 5 - std::min(lead / 200, 3);
    frame(ply).move = Move();
    frame(ply).moved = Piece::none;
    frame(ply + 1).is_check = false;
    keys_.push_back(board.key());
    const Window question{window.beta - 1, window.beta};
    const Value value = -search(board.after_passing(), question.flipped(), reduced, ply + 1);
    take_back();
    if (value < window.beta || is_stopped()) return std::nullopt;
    return value.is_decided() ? window.beta : value;  // a mate that depends on a pass does not count
}

Value Searcher::search_moves(const Node& node) {
    const auto& [board, window, certain, depth, ply, is_check, is_improving, estimate, remembered] = node;
    const Frame& before = frame(ply - 1);
    const Move answer =
        before.moved == Piece::none ? Move() : history_.answer_to(before.moved, before.move.to());
    MovePicker picker(board, history_, {remembered, answer, ply});
    if (picker.size() == 0) return is_check ? Value::mated_in(ply) : Value();

    Value best = -Value::infinite();
    Move best_move;
    Value alpha = window.alpha;
    MoveList quiets_tried;
    int number = 0;
    while (const auto move = picker.next()) {
        const bool is_quiet = !move->is_capture() && !move->is_promotion();
        ++number;
        if (best > Value::mated_in(most_plies)) {
            if (is_late(node, quiets_tried.size())) picker.leave_out_quiet_moves();
            if (is_futile(node, *move, picker.is_losing_capture())) continue;
        }
        const Board after = play(board, *move, ply);
        const Value value = search_after(after, {alpha, window.beta}, depth - 1,
                                         reduction_of(node, *move, number), ply + 1, number == 1);
        take_back();
        if (is_stopped()) return {};
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                best_move = *move;
                take_over_line(*move, ply);
            }
            if (value >= window.beta) {
                if (is_quiet) reward(node, *move, quiets_tried);
                break;
            }
        }
        if (is_quiet) quiets_tried.add(*move);
    }
    best = std::clamp(best, certain.alpha, certain.beta);
    shared_.memory.store(board.key(), {best_move, best.seen_from_below(ply), estimate,
                                       static_cast<std::int8_t>(std::min(depth, depth_of_table_value - 1)),
                                       bound_of(best, window)});
    return best;
}

/// The value of a move, found by searching the position after it. The first move of a node is searched with
/// the full window. For the others a narrow window only asks whether they are better, first at reduced depth;
/// only if they seem better are they searched again.
Value Searcher::search_after(
    const Board& after, Window window, int depth, int reduction, int ply, bool is_first) {
    const Window question{window.alpha, window.alpha + 1};
    Value value = window.beta;
    if (!is_first) {
        value = -search(after, question.flipped(), depth - reduction, ply);
        if (value > window.alpha && reduction > 0) value = -search(after, question.flipped(), depth, ply);
        if (value <= window.alpha || window.is_question()) return value;
    }
    return -search(after, window.flipped(), depth, ply);
}

/// Whether enough quiet moves have failed that the remaining ones are unlikely to succeed.
bool Searcher::is_late(const Node& node, std::size_t quiets_tried) {
    if (node.is_check || !node.window.is_question() || node.depth > 7) return false;
    const int enough = (3 + node.depth * node.depth) / (node.is_improving ? 1 : 2);
    return static_cast<int>(quiets_tried) > enough;
}

/// Whether a move is not expected to matter this close to the leaves.
bool Searcher::is_futile(const Node& node, Move move, bool is_losing_capture) {
    const auto& [board, window, certain, depth, ply, is_check, is_improving, estimate, remembered] = node;
    if (is_check || !window.is_question() || depth > 7) return false;
    if (is_losing_capture) return depth <= 3 && !board.gives_check(move);
    if (move.is_capture() || move.is_promotion()) return false;
    const bool is_hopeless =
        estimate.centipawns() + hope_at(depth) <= window.alpha.centipawns() && !window.alpha.is_decided();
    return is_hopeless && !board.gives_check(move);
}

/// By how many plies a move is reduced at first.
int Searcher::reduction_of(const Node& node, Move move, int number) const {
    const bool is_quiet = !move.is_capture() && !move.is_promotion();
    if (node.depth < 3 || number <= (node.window.is_question() ? 1 : 3) || node.is_check) return 0;
    int reduction = reductions[static_cast<std::size_t>(std::min(node.depth, 63))]
                              [static_cast<std::size_t>(std::min(number, 63))];
    if (!is_quiet) return reduction / 2;
    if (!node.window.is_question()) --reduction;
    if (!node.is_improving) ++reduction;
    reduction -= history_.score_of(node.board.side_to_move(), move) * 2 / MoveHistory::most;
    if (frame(node.ply + 1).is_check) --reduction;
    return std::clamp(reduction, 0, node.depth - 1);
}

// --- Until nothing is left to take ---

/// The value of a position after captures, promotions to queens and replies to checks have been played out.
Value Searcher::search_quiet(const Board& board, Window window, int ply) {
    frame(ply).best_line.clear();
    if (!count_node()) return {};
    selective_depth_ = std::max(selective_depth_, ply);
    if (is_draw(board, ply)) return {};
    if (ply >= most_plies) return evaluator_.evaluate(board);

    const auto known = shared_.memory.find(board.key());
    if (known && window.is_question()) {
        const Value value = known->value.seen_from_above(ply);
        if (is_usable(known->bound, value, window)) return value;
    }
    Window certain{-Value::infinite(), Value::infinite()};
    if (const auto value = value_by_tables(board, window, certain, ply)) return *value;

    const bool is_check = frame(ply).is_check;
    const Value estimate = known ? known->estimate : evaluator_.evaluate(board);
    Value best = -Value::infinite();
    Value alpha = window.alpha;
    if (!is_check) {  // captures are not forced
        best = estimate;
        if (best >= window.beta) return best;
        alpha = std::max(alpha, best);
    }
    const Move remembered = known ? known->move : Move();
    MovePicker picker = is_check ? MovePicker(board, history_, {remembered, {}, ply})
                                 : MovePicker::noisy(board, history_, remembered);
    if (is_check && picker.size() == 0) return Value::mated_in(ply);
    Move best_move;
    while (const auto move = picker.next()) {
        if (!is_check && !move->is_promotion() && move->flag() != MoveFlag::en_passant) {
            // Even the captured piece plus a margin would not be enough.
            const int prey = exchange_values[type_of(board.piece_on(move->to()))];
            if (estimate.centipawns() + prey + 200 <= alpha.centipawns()) continue;
        }
        if (is_check && best > Value::mated_in(most_plies) && picker.is_losing_capture()) continue;
        const Board after = play(board, *move, ply);
        const Value value = -search_quiet(after, Window{alpha, window.beta}.flipped(), ply + 1);
        take_back();
        if (is_stopped()) return {};
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        best_move = *move;
        take_over_line(*move, ply);
        if (value >= window.beta) break;
    }
    best = std::clamp(best, certain.alpha, certain.beta);
    shared_.memory.store(board.key(),
                         {best_move, best.seen_from_below(ply), estimate, 0, bound_of(best, window)});
    return best;
}

// --- What both need ---

/// What the tables say: the value if that is enough, otherwise the bounds in `certain`, and a narrower
/// window.
std::optional<Value> Searcher::value_by_tables(const Board& board, Window& window, Window& certain, int ply) {
    if (shared_.tables == nullptr || board.occupied().count() > task_->most_men_in_tables)
        return std::nullopt;
    const auto bounds = shared_.tables->bounds_of(board);
    if (!bounds) return std::nullopt;
    table_hits_.fetch_add(1, std::memory_order_relaxed);
    const Value worst = value_of(bounds->worst, ply);
    const Value best = value_of(bounds->best, ply);
    const auto settled = [&](Value value, Bound bound) {
        shared_.memory.store(board.key(), {Move(), value.seen_from_below(ply), evaluator_.evaluate(board),
                                           depth_of_table_value, bound});
        return value;
    };
    if (bounds->is_exact()) return settled(worst, Bound::exact);
    if (worst >= window.beta) return settled(worst, Bound::lower);
    if (best <= window.alpha) return settled(best, Bound::upper);
    if (bounds->worst == Wdl::draw) window.alpha = std::max(window.alpha, certain.alpha = worst);
    if (bounds->best == Wdl::draw) window.beta = std::min(window.beta, certain.beta = best);
    return std::nullopt;
}

/// Whether the position counts as a draw: by the 50-move rule, by insufficient material, or by repetition.
/// One earlier occurrence since the root is enough, since what was repeated once can be repeated again; of
/// positions before the root, two are needed.
bool Searcher::is_draw(const Board& board, int ply) const {
    if (board.has_insufficient_material()) return true;
    const unsigned clock = board.halfmove_clock();
    if (clock >= fifty_move_plies) return !frame(ply).is_check || has_legal_move(board);
    const std::size_t reversible = std::min<std::size_t>(clock, keys_.size());
    unsigned earlier = 0;
    for (std::size_t back = 4; back <= reversible; back += 2) {
        const std::size_t place = keys_.size() - back;
        if (keys_[place] == board.key() && (place > root_place_ || ++earlier == 2)) return true;
    }
    return false;
}

/// Plays a move of the current line; `take_back` must follow.
Board Searcher::play(const Board& board, Move move, int ply) {
    Board after = board.after(move);
    shared_.memory.prefetch(after.key());
    frame(ply).move = move;
    frame(ply).moved = board.piece_on(move.from());
    frame(ply + 1).is_check = after.is_check();
    keys_.push_back(board.key());
    return after;
}

void Searcher::take_over_line(Move move, int ply) {
    std::vector<Move>& line = frame(ply).best_line;
    const std::vector<Move>& rest = frame(ply + 1).best_line;
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
}

void Searcher::reward(const Node& node, Move move, std::span<const Move> quiets_tried) {
    history_.add_refutation(node.board.side_to_move(), move, quiets_tried, node.depth, node.ply);
    const Frame& before = frame(node.ply - 1);
    if (before.moved != Piece::none) history_.add_answer(before.moved, before.move.to(), move);
}

/// Counts a position. Returns false if the search is over.
bool Searcher::count_node() {
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed) + 1;
    nodes_.store(nodes, std::memory_order_relaxed);
    if (nodes >= next_question_) {
        next_question_ = nodes + task_->nodes_between_questions;
        if (task_->goes_on && !task_->goes_on(nodes)) shared_.is_stopped = true;
    }
    return !is_stopped();
}

}  // namespace philidor
