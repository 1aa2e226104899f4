#include "philidor/solve/detail/winning_play.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/detail/solve_policy.hpp"

namespace philidor {

namespace {

/// Orders moves of equal distance: promotions first, then captures.
unsigned weight_of(Move move) {
    if (move.is_promotion()) return 2;
    return move.is_capture() ? 1 : 0;
}

}  // namespace

WinningPlay::WinningPlay(PositionSolver& solver, DistanceMeter& meter, Color attacker)
    : solver_(solver), meter_(meter), question_{attacker, Certainty::proved} {
    for (const detail::Attempt& attempt : detail::all_attempts(solver.root_key(), solver.most_pieces())) {
        if (attempt.question == question_) attempts_.push_back(attempt);
    }
}

bool WinningPlay::is_won(const Ending& ending) const {
    if (!ending.board().legal_en_passant()) return is_won_in_tables(ending);
    const auto leads_to_win = [&](Move move) { return is_won(ending.after(move)); };
    const MoveList moves = legal_moves(ending.board());
    return ending.board().side_to_move() == question_.attacker ? std::ranges::any_of(moves, leads_to_win)
                                                               : std::ranges::all_of(moves, leads_to_win);
}

bool WinningPlay::is_won_in_tables(const Ending& ending) const {
    const MaterialKey key = MaterialKey::from_board(ending.board());
    // Tables solved with different resources may together win positions that none of them wins alone.
    if (distances_ && distances_->key() == key && distances_->distance_of(ending.board()) != 0) return true;
    if (const auto found = kept_.find(key);
        found != kept_.end() && wins(*found->second, question_, ending.board())) {
        return true;
    }
    const Wdl won = ending.board().side_to_move() == question_.attacker ? Wdl::win : Wdl::loss;
    return solver_.bounds_of(ending) == WdlBounds::exactly(won);
}

std::optional<unsigned> WinningPlay::distance_of(const Ending& ending) {
    if (ending.board().side_to_move() == question_.attacker && finishing_move(ending)) return 1;
    const MaterialKey key = MaterialKey::from_board(ending.board());
    if (!distances_ || distances_->key() != key) {
        next_attempt_ = 0;
        if (!measure(key)) return std::nullopt;
    }
    do {
        if (const unsigned distance = distances_->distance_of(ending.board()); distance != 0) return distance;
        if (detours_ && detours_->distance_of(ending.board()) != 0) return std::nullopt;
    } while (deepen(key));
    return std::nullopt;
}

std::optional<Move> WinningPlay::best_move(const Ending& ending) {
    return ending.board().side_to_move() == question_.attacker ? attacking_move(ending)
                                                               : defending_move(ending);
}

/// Mate, or else a winning capture or pawn move.
std::optional<Move> WinningPlay::finishing_move(const Ending& ending) const {
    std::optional<Move> best;
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (is_checkmate(after.board())) return move;
        if (!ending.board().is_zeroing(move) || !is_won(after)) continue;
        if (!best || weight_of(move) > weight_of(*best)) best = move;
    }
    return best;
}

/// The quiet move to the position with the shortest distance.
std::optional<Move> WinningPlay::approaching_move(const Ending& ending, const WinDistances& distances) const {
    std::optional<Move> best;
    unsigned best_distance = 0;
    for (const Move move : legal_moves(ending.board())) {
        if (ending.board().is_zeroing(move)) continue;
        const unsigned distance = distances.distance_of(ending.board().after(move));
        if (distance == 0 || (best && distance >= best_distance)) continue;
        best = move;
        best_distance = distance;
    }
    return best;
}

std::optional<Move> WinningPlay::attacking_move(const Ending& ending) {
    if (const auto move = finishing_move(ending)) return move;
    const bool has_distance = distance_of(ending).has_value();
    if (const auto move = finishing_move(ending)) return move;  // the distance may have brought new tables
    if (has_distance) return approaching_move(ending, *distances_);
    if (const auto move = solver_.knowledge().winning_move(ending.board())) return move;
    return detours_ != nullptr ? approaching_move(ending, *detours_) : std::nullopt;
}

std::optional<Move> WinningPlay::defending_move(const Ending& ending) {
    std::optional<Move> best;
    unsigned best_distance = 0;
    for (const Move move : legal_moves(ending.board())) {
        const bool is_zeroing = ending.board().is_zeroing(move);
        const unsigned distance = is_zeroing ? 0 : distance_of(ending.after(move)).value_or(0);
        const bool is_equal = best && distance == best_distance && weight_of(move) > weight_of(*best);
        if (best && distance <= best_distance && !is_equal) continue;
        best = move;
        best_distance = distance;
    }
    return best;
}

ChildTable WinningPlay::child(const MaterialKey& key) const {
    if (const WinTable* known = solver_.knowledge().find(question_, key)) return ChildTable(*known);
    const auto found = kept_.find(key);
    return found == kept_.end() ? ChildTable(key) : ChildTable(*found->second);
}

/// Measures the distances of a key. Returns whether time and memory sufficed.
bool WinningPlay::measure(const MaterialKey& key) {
    const auto lookup = [&](const MaterialKey& child_key) { return child(child_key); };
    distances_.reset();
    detours_.reset();
    distances_ = meter_.measure(key, question_, lookup, {}, kept_bytes_);
    const auto proved = solver_.knowledge().proved_positions(key, question_.attacker);
    if (distances_ && !proved.empty()) detours_ = meter_.measure(key, question_, lookup, proved, kept_bytes_);
    return distances_ != nullptr;
}

/// Solves the tables below this one with more resources. Returns false if none are left to try, or if time or
/// memory runs out.
bool WinningPlay::deepen(const MaterialKey& key) {
    const std::uint64_t most_bytes = solver_.budget().memory_bytes;
    while (next_attempt_ < attempts_.size() && solver_.budget().goes_on()) {
        const Resources& resources = attempts_[next_attempt_++].resources;
        detail::ProofGraph graph(solver_.root_key(), question_, resources, solver_.knowledge());
        const std::uint64_t most_tiles =
            (most_bytes - std::min(most_bytes, kept_bytes_)) / detail::policy::bytes_per_answer_tile;
        graph.add_unknown(key, most_tiles, solver_.budget());
        if (!solver_.budget().goes_on()) return false;
        if (graph.table_count() == 1) continue;  // nothing below this table is missing
        if (graph.tile_count() > most_tiles) return false;
        const Budget budget = solver_.budget().with_memory(std::numeric_limits<std::uint64_t>::max());
        if (graph.solve({most_bytes, true}, budget) != detail::AttemptEnd::complete) return false;
        for (auto& answer : graph.take_answers()) keep(std::move(answer));
        return measure(key);
    }
    return false;
}

/// Keeps an answer, merged with an earlier one. Different resources win different positions; merged, the
/// answers win all of them.
void WinningPlay::keep(std::unique_ptr<WinTable> answer) {
    if (solver_.knowledge().find(question_, answer->key()) != nullptr) return;
    std::unique_ptr<WinTable>& place = kept_[answer->key()];
    if (place == nullptr) {
        kept_bytes_ += answer->byte_count();
        place = std::move(answer);
        return;
    }
    kept_bytes_ -= place->byte_count();
    place->write_all([&](std::size_t tile, AnswerTiles& tiles) {
        tiles = place->read(tile);
        const AnswerTiles other = answer->read(tile);
        tiles.lost |= other.lost;
        tiles.not_won &= other.not_won;
    });
    kept_bytes_ += place->byte_count();
}

}  // namespace philidor
