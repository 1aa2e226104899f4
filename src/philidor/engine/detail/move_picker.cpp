#include "philidor/engine/detail/move_picker.hpp"

#include <limits>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/engine/detail/piece_values.hpp"
#include "philidor/engine/detail/static_exchange.hpp"

namespace philidor {

namespace {

/// Captures and promotions to queens change the position too much for the evaluation to be trusted before
/// they have been played out.
bool is_noisy(Move move) {
    if (move.is_promotion()) return move.promotion() == PieceType::queen;
    return move.is_capture();
}

/// Whether the exchange need not be examined: the captured piece is worth at least as much as the capturing
/// one.
bool surely_pays(const Board& board, Move move) {
    if (move.is_promotion() || move.flag() == MoveFlag::en_passant) return false;
    return exchange_values[type_of(board.piece_on(move.to()))] >=
           exchange_values[type_of(board.piece_on(move.from()))];
}

}  // namespace

MovePicker::MovePicker(const Board& board, const MoveHistory& history, const PickerHints& hints)
    : MovePicker(board, history, hints, Kind::all) {}

MovePicker MovePicker::noisy(const Board& board, const MoveHistory& history, Move remembered) {
    return {board, history, {is_noisy(remembered) ? remembered : Move(), {}, 0}, Kind::noisy};
}

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): scores_ are set for the moves there are
MovePicker::MovePicker(const Board& board, const MoveHistory& history, const PickerHints& hints, Kind kind)
    : board_(board), history_(history), hints_(hints), kind_(kind) {
    for (const Move move : legal_moves(board)) {
        if (kind == Kind::noisy && !is_noisy(move)) continue;
        scores_.data()[moves_.size()] = score_of(move);
        moves_.add(move);
    }
}

/// The most valuable victim first, captured by the least valuable attacker.
int MovePicker::prey_score(Move move) const {
    int prey = 0;
    if (move.is_promotion()) prey += exchange_values[PieceType::queen];
    if (move.flag() == MoveFlag::en_passant) {
        prey += exchange_values[PieceType::pawn];
    } else if (move.is_capture()) {
        prey += exchange_values[type_of(board_.piece_on(move.to()))];
    }
    return 16 * prey - static_cast<int>(type_of(board_.piece_on(move.from())));
}

int MovePicker::score_of(Move move) const {
    if (move == hints_.remembered) return remembered_score;
    if (is_noisy(move)) return noisy_score + prey_score(move);
    if (move.is_promotion()) return losing_limit + 1;  // a knight is seldom better than a queen
    const auto killers = history_.killers(hints_.ply);
    if (move == killers[0]) return killer_score + 2;
    if (move == killers[1]) return killer_score + 1;
    if (move == hints_.answer) return killer_score;
    return history_.score_of(board_.side_to_move(), move);
}

/// The index of the best move not yet handed out.
std::optional<std::size_t> MovePicker::find_best() const {
    std::optional<std::size_t> best;
    int best_score = std::numeric_limits<int>::min();
    for (std::size_t i = handed_out_; i < moves_.size(); ++i) {
        const int score = scores_.data()[i];
        const bool is_quiet = score < noisy_score && score > losing_limit + 1;
        if (score <= best_score || (leaves_out_quiet_moves_ && is_quiet)) continue;
        best = i;
        best_score = score;
    }
    return best;
}

std::optional<Move> MovePicker::next() {
    while (const auto best = find_best()) {
        Move& place = moves_.begin()[*best];
        int& score = scores_.data()[*best];
        const Move move = place;
        if (score >= noisy_score && score != remembered_score && !surely_pays(board_, move)) {
            // Only now, since most positions are decided before the doubtful captures have their turn.
            if (exchange_gain(board_, move) < 0) {
                score += losing_limit - remembered_score;
                continue;
            }
        }
        if (kind_ == Kind::noisy && score < losing_limit) return std::nullopt;
        score_of_last_ = score;
        std::swap(place, moves_.begin()[handed_out_]);
        std::swap(score, scores_.data()[handed_out_]);
        ++handed_out_;
        return move;
    }
    return std::nullopt;
}

}  // namespace philidor
