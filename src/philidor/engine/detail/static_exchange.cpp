#include "philidor/engine/detail/static_exchange.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "philidor/chess/attacks.hpp"
#include "philidor/engine/detail/piece_values.hpp"

namespace philidor {

namespace {

/// A man that can capture, of the least valuable kind.
struct Taker {
    Square square;
    PieceType type;
};

Taker least_valuable(const Board& board, Bitboard takers) {
    for (const PieceType type : all_piece_types) {
        if (const Bitboard found = takers & board.pieces(type); found.any()) return {found.first(), type};
    }
    assert(false && "there is no taker");
    return {};
}

/// All attackers of the square with these men left on the board, including sliders behind men that have
/// captured.
Bitboard takers_left(const Board& board, Square target, Bitboard occupied) {
    return board.attackers(target, occupied) & occupied;
}

/// The value of what the move itself captures, plus the gain from a promotion.
int first_gain(const Board& board, Move move) {
    int gain = 0;
    if (move.flag() == MoveFlag::en_passant) {
        gain = exchange_values[PieceType::pawn];
    } else if (move.is_capture()) {
        gain = exchange_values[type_of(board.piece_on(move.to()))];
    }
    if (move.is_promotion()) gain += exchange_values[move.promotion()] - exchange_values[PieceType::pawn];
    return gain;
}

}  // namespace

int exchange_gain(const Board& board, Move move) {
    if (move.is_castle()) return 0;
    const Square target = move.to();
    Bitboard occupied = board.occupied() - Bitboard(move.from());
    if (move.flag() == MoveFlag::en_passant) occupied.remove(passed_pawn(target));
    occupied.add(target);

    // gains[n]: the gain of the side that makes the n-th capture, if the exchange ends there.
    std::array<int, 33> gains{first_gain(board, move)};
    std::size_t last = 0;
    PieceType on_target = move.is_promotion() ? move.promotion() : type_of(board.piece_on(move.from()));
    Color side = !board.side_to_move();
    while (true) {
        const Bitboard takers = takers_left(board, target, occupied) - Bitboard(target);
        const Bitboard own = takers & board.pieces(side);
        if (own.is_empty()) break;
        const Taker taker = least_valuable(board, own);
        // A king may not move onto an attacked square.
        if (taker.type == PieceType::king && takers.intersects(board.pieces(!side))) break;
        ++last;
        gains.at(last) = exchange_values[on_target] - gains.at(last - 1);
        on_target = taker.type;
        occupied.remove(taker.square);
        side = !side;
    }
    // Backwards: a side does not capture if that loses more than it gains.
    for (; last > 0; --last) gains.at(last - 1) = -std::max(-gains.at(last - 1), gains.at(last));
    return gains[0];
}

}  // namespace philidor
