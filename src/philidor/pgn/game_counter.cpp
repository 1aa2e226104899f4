#include "philidor/pgn/game_counter.hpp"

#include <numeric>
#include <utility>

#include "philidor/material/material_key.hpp"
#include "philidor/pgn/pgn_reader.hpp"

namespace philidor {

std::uint64_t GameTotals::positions() const {
    return std::accumulate(positions_by_men.begin(), positions_by_men.end(), std::uint64_t{0});
}

GameTotals& GameTotals::operator+=(const GameTotals& other) {
    games += other.games;
    left_out += other.left_out;
    stopped += other.stopped;
    with_fen += other.with_fen;
    for (std::size_t men = 0; men < positions_by_men.size(); ++men) {
        positions_by_men[men] += other.positions_by_men[men];
        games_by_last_men[men] += other.games_by_last_men[men];
    }
    return *this;
}

GameCounter::GameCounter(unsigned most_men, std::function<void(const PgnProblem&)> report)
    : most_men_(most_men), report_(std::move(report)) {}

KeyCounts GameCounter::take_counts() {
    last_serials_.clear();
    return std::exchange(counts_, {});
}

void GameCounter::started(const Board& board) {
    ply_ = 0;
    ++serial_;
    places_.clear();
    men_ = board.occupied().count();
    find_key(board);
    count_position();
}

void GameCounter::played(Move move, const Board& board) {
    ++ply_;
    if (move.is_capture()) --men_;
    // Only captures and moves of pawns change the key.
    if (men_ <= most_men_ &&
        (move.is_capture() || move.is_promotion() || board.pieces(PieceType::pawn).has(move.to()))) {
        find_key(board);
    }
    count_position();
}

void GameCounter::count_position() {
    ++totals_.positions_by_men[men_];
    if (place_ != nowhere) ++counts_[place_].positions;
}

void GameCounter::find_key(const Board& board) {
    place_ = nowhere;
    if (men_ > most_men_) return;
    place_ = counts_.place_of(MaterialKey::from_board(board), {games_before_ + reader().game(), ply_});
    if (place_ == last_serials_.size()) last_serials_.push_back(0);
    if (std::exchange(last_serials_[place_], serial_) != serial_) places_.push_back(place_);
}

Wish GameCounter::finished(const Ending& ending) {
    ++totals_.games;
    ++totals_.games_by_last_men[men_];
    if (ending.is_stopped) ++totals_.stopped;
    if (ending.has_fen) ++totals_.with_fen;
    for (const std::size_t place : places_) {
        ++counts_[place].games;
        ++counts_[place].by_result[static_cast<std::size_t>(ending.result)];
    }
    return goes_on() ? Wish::go_on : Wish::stop;
}

void GameCounter::problem(const PgnProblem& found) {
    if (found.fault == PgnFault::other_variant || found.fault == PgnFault::bad_start) ++totals_.left_out;
    report_(found);
}

}  // namespace philidor
