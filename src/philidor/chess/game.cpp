#include "philidor/chess/game.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "philidor/chess/movegen.hpp"

namespace philidor {

void Game::play(Move move) {
    assert(is_legal(board_, move));
    undos_.push_back(board_.play(move));
    moves_.push_back(move);
}

void Game::take_back() {
    assert(!moves_.empty());
    board_.take_back(moves_.back(), undos_.back());
    moves_.pop_back();
    undos_.pop_back();
}

unsigned Game::repetitions() const {
    const std::size_t reversible = std::min<std::size_t>(board_.halfmove_clock(), undos_.size());
    unsigned count = 1;
    for (std::size_t back = 2; back <= reversible; back += 2) {
        if (undos_[undos_.size() - back].key == board_.key()) ++count;
    }
    return count;
}

std::optional<Termination> Game::termination() const {
    if (is_checkmate(board_)) return Termination::checkmate;
    if (is_stalemate(board_)) return Termination::stalemate;
    if (board_.has_insufficient_material()) return Termination::insufficient_material;
    if (repetitions() >= 5) return Termination::fivefold_repetition;
    if (board_.halfmove_clock() >= 150) return Termination::seventy_five_moves;
    return std::nullopt;
}

std::optional<DrawClaim> Game::can_claim_draw() const {
    if (repetitions() >= 3) return DrawClaim::threefold_repetition;
    if (board_.halfmove_clock() >= fifty_move_plies) return DrawClaim::fifty_moves;
    return std::nullopt;
}

}  // namespace philidor
