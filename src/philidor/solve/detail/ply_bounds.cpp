#include "philidor/solve/detail/ply_bounds.hpp"

#include <algorithm>

#include "philidor/chess/movegen.hpp"

namespace philidor {

std::optional<unsigned> PlyBounds::of(const Board& board) {
    // At first nothing is known, so that a proof cannot stand on itself.
    const auto [place, is_new] = found_.try_emplace(board);
    if (!is_new) return place->second;
    const auto bound = find(board);
    found_[board] = bound;
    return bound;
}

std::optional<unsigned> PlyBounds::find(const Board& board) {
    const MoveList moves = legal_moves(board);
    const bool is_attacking = board.side_to_move() == attacker_;
    if (moves.empty()) return !is_attacking && board.is_check() ? std::optional(0U) : std::nullopt;
    if (const auto bound = of_table(board)) return bound;
    if (!knowledge_.says_win(board, {attacker_, Certainty::proved})) return std::nullopt;
    if (const auto told = knowledge_.syzygy_value(board)) {
        return told->under_rule == told->plain ? std::optional(fifty_move_plies) : std::nullopt;
    }
    if (is_attacking) {
        if (const auto move = knowledge_.winning_move(board)) return after(board, *move);
        if (!board.legal_en_passant()) return std::nullopt;
    }
    std::optional<unsigned> bound;
    for (const Move move : moves) {
        const auto plies = after(board, move);
        if (!plies && !is_attacking) return std::nullopt;
        if (!plies) continue;
        if (!bound) bound = plies;
        bound = is_attacking ? std::min(*bound, *plies) : std::max(*bound, *plies);
    }
    return bound;
}

std::optional<unsigned> PlyBounds::of_table(const Board& board) const {
    if (board.legal_en_passant()) return std::nullopt;
    const Question question{attacker_, Certainty::proved};
    const WinTable* table = knowledge_.find(question, MaterialKey::from_board(board));
    if (table == nullptr || !table->holds_under_rule() || !wins(*table, question, board)) return std::nullopt;
    return 2 * table->rounds() + (board.side_to_move() == attacker_ ? 1 : 2);
}

std::optional<unsigned> PlyBounds::after(const Board& board, Move move) {
    const auto plies = of(board.after(move));
    if (!plies || *plies > fifty_move_plies) return std::nullopt;
    return board.is_zeroing(move) ? 1 : *plies + 1;
}

WdlBounds value_under_rule(const Knowledge& knowledge, const Board& board, WdlBounds plain) {
    if (!plain.is_exact() || plain.worst == Wdl::draw) return or_draw(plain);
    const Color side = board.side_to_move();
    const auto plies = PlyBounds(knowledge, plain.worst == Wdl::win ? side : !side).of(board);
    const bool fits = plies && (*plies == 0 || board.halfmove_clock() + *plies <= fifty_move_plies);
    return fits ? plain : or_draw(plain);
}

}  // namespace philidor
