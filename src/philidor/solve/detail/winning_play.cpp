#include "philidor/solve/detail/winning_play.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/solve/detail/clear_result.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/detail/solve_policy.hpp"

namespace philidor {

namespace {

using detail::Gain;
using detail::gain_of;

constexpr std::array all_manners{WinningManner::technique, WinningManner::king_walk, WinningManner::frugal,
                                 WinningManner::any};

/// Distances of more keys than these are not kept at the same time.
constexpr std::size_t most_measured_keys = 200;

/// The most tiles whose wins without losses are found out.
constexpr std::uint64_t most_frugal_tiles = 20'000;

/// Whether a move of either side from one key to another fits the manner of the attacker.
bool is_allowed(WinningManner manner, Color attacker, const MaterialKey& from, const MaterialKey& to) {
    if (manner == WinningManner::any) return true;
    const auto men_of = [&](const MaterialKey& key, Color side) {
        return key.pieces(side).total() + key.pawn_squares(side).count();
    };
    if (men_of(to, attacker) < men_of(from, attacker)) return false;
    if (manner == WinningManner::frugal) return true;
    const bool is_own_pawn_move = to.pawn_squares(attacker) != from.pawn_squares(attacker);
    const bool is_promotion = to.pieces(attacker).total() > from.pieces(attacker).total();
    const bool is_capture = men_of(to, !attacker) < men_of(from, !attacker);
    return is_capture || !is_own_pawn_move || (is_promotion && manner == WinningManner::king_walk);
}

/// Keeps the wins that have a distance.
void restrict_to(const WinDistances& distances, std::size_t tile, Color attacker, AnswerTiles& tiles) {
    const TileDistances& won = distances.tile(tile, attacker);
    const TileDistances& lost = distances.tile(tile, !attacker);
    for (const Square white_king : Bitboard::all()) {
        for (const Square black_king : Bitboard::all()) {
            const std::size_t place = index_of(white_king) * square_count + index_of(black_king);
            if (lost[place] == 0) tiles.lost.remove(white_king, black_king);
            if (won[place] == 0 && tiles.legal.has(white_king, black_king))
                tiles.not_won.add(white_king, black_king);
        }
    }
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
    if (const auto found = measured_.find(key); found != measured_.end()) {
        const auto& distances = found->second.distances[static_cast<std::size_t>(WinningManner::any)];
        if (distances && *distances && (*distances)->distance_of(ending.board()) != 0) return true;
    }
    if (const auto found = kept_.find(key);
        found != kept_.end() && wins(*found->second, question_, ending.board())) {
        return true;
    }
    const Wdl won = ending.board().side_to_move() == question_.attacker ? Wdl::win : Wdl::loss;
    return solver_.bounds_of(ending) == WdlBounds::exactly(won);
}

std::optional<unsigned> WinningPlay::distance_of(const Ending& ending) {
    const bool is_attacking = ending.board().side_to_move() == question_.attacker;
    if (is_attacking && finishing_move(ending, WinningManner::any)) return 1;
    const MaterialKey key = MaterialKey::from_board(ending.board());
    do {
        const WinDistances* found = distances(key, WinningManner::any);
        if (found == nullptr) return std::nullopt;
        if (const unsigned distance = found->distance_of(ending.board()); distance != 0) return distance;
        const auto& detours = measured(key).detours;
        if (detours && detours->distance_of(ending.board()) != 0) return std::nullopt;
    } while (deepen(key));
    return std::nullopt;
}

std::optional<Move> WinningPlay::good_move(const Ending& ending, WinningStyle style) {
    return ending.board().side_to_move() == question_.attacker ? attacking_move(ending, style)
                                                               : defending_move(ending, style);
}

/// Whether a position after a move out of this key is won, and in this manner.
bool WinningPlay::is_won_in(WinningManner manner, const MaterialKey& key, const Ending& after) {
    if (!is_won(after)) return false;
    if (manner == WinningManner::any) return true;
    const MaterialKey child_key = MaterialKey::from_board(after.board());
    if (!is_allowed(manner, question_.attacker, key, child_key)) return false;
    const WinTable* frugal = frugal_wins(key, child_key);
    return frugal == nullptr || wins(*frugal, question_, after.board());
}

/// Mate, or else the winning capture or pawn move that gains most.
std::optional<Move> WinningPlay::finishing_move(const Ending& ending, WinningManner manner) {
    std::optional<Move> best;
    Gain best_gain;
    const MaterialKey key = MaterialKey::from_board(ending.board());
    for (const Move move : legal_moves(ending.board())) {
        const Ending after = ending.after(move);
        if (is_checkmate(after.board())) return move;
        if (!ending.board().is_zeroing(move) || !is_won_in(manner, key, after)) continue;
        const auto gain = gain_of(ending.board(), move);
        if (best && gain <= best_gain) continue;
        best = move;
        best_gain = gain;
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

/// The first manner in which the attacker wins by the tables that are there. Mere technique is for a side
/// that is far ahead.
std::optional<WinningPlay::Guide> WinningPlay::measured_guide_of(const Ending& ending, WinningStyle style) {
    const Board& board = ending.board();
    const MaterialKey key = MaterialKey::from_board(board);
    const bool is_far_ahead = detail::lead_of(board, question_.attacker) == detail::Lead::pieces;
    for (const WinningManner manner : all_manners) {
        if (manner == WinningManner::technique && !is_far_ahead) continue;
        if (manner == WinningManner::king_walk && style == WinningStyle::direct) continue;
        if (board.side_to_move() == question_.attacker && finishing_move(ending, manner))
            return Guide{manner, 1};
        const WinDistances* found = distances(key, manner);
        const unsigned distance = found != nullptr ? found->distance_of(board) : 0;
        if (distance != 0) return Guide{manner, distance};
    }
    return std::nullopt;
}

/// The same with tables that are solved for it.
std::optional<WinningPlay::Guide> WinningPlay::guide_of(const Ending& ending, WinningStyle style) {
    const auto guide = measured_guide_of(ending, style);
    if (guide) return guide;
    return distance_of(ending) ? measured_guide_of(ending, style) : std::nullopt;
}

std::optional<Move> WinningPlay::attacking_move(const Ending& ending, WinningStyle style) {
    const MaterialKey key = MaterialKey::from_board(ending.board());
    if (const auto guide = guide_of(ending, style)) {
        if (const auto move = finishing_move(ending, guide->manner)) return move;
        return approaching_move(ending, *distances(key, guide->manner));
    }
    if (const auto move = solver_.knowledge().winning_move(ending.board())) return move;
    const auto& detours = measured(key).detours;
    return detours != nullptr ? approaching_move(ending, *detours) : std::nullopt;
}

/// A capture that gains something, or else the move after which the attacker is guided longest. What nothing
/// guides counts as longer.
std::optional<Move> WinningPlay::defending_move(const Ending& ending, WinningStyle style) {
    std::optional<Move> best;
    std::tuple<int, Guide> best_worth;
    constexpr Guide none{WinningManner::any, std::numeric_limits<unsigned>::max()};
    for (const Move move : legal_moves(ending.board())) {
        const bool is_zeroing = ending.board().is_zeroing(move);
        const int gain = move.is_capture() || move.is_promotion() ? gain_of(ending.board(), move).worth : 0;
        const Guide guide = is_zeroing ? Guide{WinningManner::technique, 0}
                                       : guide_of(ending.after(move), style).value_or(none);
        const std::tuple worth(std::max(gain, 0), guide);
        if (best && worth <= best_worth) continue;
        best = move;
        best_worth = worth;
    }
    return best;
}

ChildTable WinningPlay::child(const MaterialKey& key) const {
    if (const WinTable* known = solver_.knowledge().find(question_, key)) return ChildTable(*known);
    const auto found = kept_.find(key);
    return found == kept_.end() ? ChildTable(key) : ChildTable(*found->second);
}

WinningPlay::Measured& WinningPlay::measured(const MaterialKey& key) {
    if (!measured_.contains(key) && measured_.size() >= most_measured_keys) measured_.clear();
    return measured_[key];
}

/// The distances of a key in a manner. Null if time or memory does not suffice.
const WinDistances* WinningPlay::distances(const MaterialKey& key, WinningManner manner) {
    auto& place = measured(key).distances[static_cast<std::size_t>(manner)];
    if (place) return place->get();
    const auto lookup = [&](const MaterialKey& child_key) {
        if (!is_allowed(manner, question_.attacker, key, child_key)) return ChildTable(child_key);
        const WinTable* frugal = manner == WinningManner::any ? nullptr : frugal_wins(key, child_key);
        return frugal != nullptr ? ChildTable(*frugal) : child(child_key);
    };
    if (manner != WinningManner::any) {
        // Tables are found before they are read, since reading may use several threads.
        for_each_table_read(key, [&](const TableRead& read) { (void)lookup(read.key); });
    }
    auto found = meter_.measure(key, question_, lookup, {}, kept_bytes_);
    Measured& here = measured(key);
    if (found && manner == WinningManner::any) {
        const auto proved = solver_.knowledge().proved_positions(key, question_.attacker);
        if (!proved.empty()) here.detours = meter_.measure(key, question_, lookup, proved, kept_bytes_);
    }
    if (!found && !solver_.budget().goes_on()) return nullptr;  // there may be time later
    auto& now = here.distances[static_cast<std::size_t>(manner)];
    now = std::move(found);
    return now->get();
}

/// The positions that the attacker wins without losing a man for a while, in the child of a key with at most
/// one piece. Null if the table is not known, or if finding out would take too long.
const WinTable* WinningPlay::frugal_wins(const MaterialKey& key, const MaterialKey& child_key) {
    if (key.piece_count() > 1 || child_key.piece_count() > 1) return nullptr;
    if (const auto found = frugal_.find(child_key); found != frugal_.end()) return found->second.get();
    frugal_[child_key] = nullptr;  // stays so where it is not found
    const WinTable* all = solver_.knowledge().find(question_, child_key);
    if (const auto kept = kept_.find(child_key); all == nullptr && kept != kept_.end())
        all = kept->second.get();
    if (all == nullptr || frugal_tiles_ > most_frugal_tiles) return nullptr;
    frugal_tiles_ += all->layout().tile_count();
    const auto lookup = [&](const MaterialKey& grandchild) {
        if (!is_allowed(WinningManner::frugal, question_.attacker, child_key, grandchild))
            return ChildTable(grandchild);
        // With a piece, one step ahead has to do.
        const WinTable* frugal = child_key.piece_count() == 0 ? frugal_wins(child_key, grandchild) : nullptr;
        return frugal != nullptr ? ChildTable(*frugal) : child(grandchild);
    };
    for_each_table_read(child_key, [&](const TableRead& read) { (void)lookup(read.key); });
    const auto distances = meter_.measure(child_key, question_, lookup, {}, kept_bytes_);
    if (!distances) return nullptr;
    auto wins = std::make_unique<WinTable>(child_key, all->shared_layout());
    wins->write_all([&](std::size_t tile, AnswerTiles& tiles) {
        tiles = all->read(tile);
        restrict_to(*distances, tile, question_.attacker, tiles);
    });
    return (frugal_[child_key] = std::move(wins)).get();
}

/// Solves the tables below this one with more resources. Returns false if none are left to try, or if time or
/// memory runs out.
bool WinningPlay::deepen(const MaterialKey& key) {
    const std::uint64_t most_bytes = solver_.budget().memory_bytes;
    std::size_t& next_attempt = measured(key).next_attempt;
    while (next_attempt < attempts_.size() && solver_.budget().goes_on()) {
        const Resources& resources = attempts_[next_attempt++].resources;
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
        measured(key).distances = {};
        frugal_.clear();  // more is known now
        return distances(key, WinningManner::any) != nullptr;
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
    place->set_rounds(std::max(place->rounds(), answer->rounds()));
    place->write_all([&](std::size_t tile, AnswerTiles& tiles) {
        tiles = place->read(tile);
        const AnswerTiles other = answer->read(tile);
        tiles.lost |= other.lost;
        tiles.not_won &= other.not_won;
    });
    kept_bytes_ += place->byte_count();
}

}  // namespace philidor
