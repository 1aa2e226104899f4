#include "philidor/pgn/detail/game_counter.hpp"

#include <utility>

#include "philidor/material/material_key.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"

namespace philidor::detail {

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

NextStep GameCounter::finished(const GameEnd& end) {
    ++totals_.games;
    ++totals_.games_by_last_men[men_];
    if (end.is_stopped) ++totals_.stopped;
    if (end.has_fen) ++totals_.with_fen;
    for (const std::size_t place : places_) {
        ++counts_[place].games;
        ++counts_[place].by_result[static_cast<std::size_t>(end.result)];
    }
    return goes_on() ? NextStep::read_on : NextStep::stop;
}

void GameCounter::problem(const PgnProblem& found) {
    if (found.fault == PgnFault::other_variant || found.fault == PgnFault::bad_start) ++totals_.left_out;
    report_(found);
}

}  // namespace philidor::detail
