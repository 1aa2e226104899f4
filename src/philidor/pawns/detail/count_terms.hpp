/// @file
/// Every term of the evaluation, once: who listens decides what becomes of it.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/pawns/pawn_features.hpp"
#include "philidor/pawns/pawn_structure.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor::detail {

/// How many steps a king takes from one square to another.
[[nodiscard]] PHILIDOR_INLINE int king_steps(Square a, Square b) {
    const int files = std::abs(static_cast<int>(file_of(a)) - static_cast<int>(file_of(b)));
    const int ranks = std::abs(static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b)));
    return std::max(files, ranks);
}

/// Tells a sink the terms of a structure, as one side sees it: `sink.add(term, squares, times)`. Reads pawns
/// only, because the result is remembered by the pawns.
template <class Sink>
PHILIDOR_INLINE void count_structure_terms(PawnView view, Sink& sink) {
    const auto add = [&](PawnTerm term, Bitboard squares) {
        sink.add(term, squares, static_cast<int>(squares.count()));
    };
    const Bitboard isolated = isolated_pawns(view);
    const Bitboard backward = backward_pawns(view);
    add(PawnTerm::doubled, doubled_pawns(view));
    add(PawnTerm::isolated, isolated);
    add(PawnTerm::backward, backward);
    add(PawnTerm::exposed, (isolated | backward) - opposed_pawns(view));
    add(PawnTerm::phalanx, phalanx_pawns(view));
    add(PawnTerm::supported, supported_pawns(view));
    add(PawnTerm::chain_base, chain_bases(view));
    sink.add(PawnTerm::island, view.own, static_cast<int>(island_count(view)));
    sink.add(PawnTerm::majority, majority_pawns(view), static_cast<int>(majority_count(view)));
    add(PawnTerm::hole, holes(view));
    add(PawnTerm::candidate, candidate_pawns(view));
    add(PawnTerm::connected_passer, connected_passers(view));
    add(PawnTerm::protected_passer, protected_passers(view));
}

/// Whether a passed pawn reaches the last rank before the enemy can do anything: the enemy has no piece, no
/// man stands in the way, and his king is outside the square, even with the first step if he is to move.
[[nodiscard]] PHILIDOR_INLINE bool is_unstoppable(const Board& board, Color us, Square pawn) {
    const Bitboard pieces = board.pieces(!us) - board.pieces(PieceType::pawn) - board.pieces(PieceType::king);
    if (pieces.any()) return false;
    const Bitboard way = relative(us, ahead_of(Bitboard(relative(us, pawn))));
    if (way.intersects(board.occupied())) return false;
    const Square goal = relative(us, make_square(file_of(pawn), Rank::eighth));
    const int double_steps = relative(us, rank_of(pawn)) == Rank::second ? 1 : 0;
    const int moves = king_steps(pawn, goal) - double_steps;
    const int head_start = board.side_to_move() == us ? 0 : 1;
    return king_steps(board.king(!us), goal) - head_start > moves;
}

/// Tells a sink the terms of one side's passed pawns that depend on the rest of the position, as
/// `count_structure_terms` does; `sink.add_half(term, squares)` is half of one.
template <class Sink>
PHILIDOR_INLINE void count_passer_terms(const Board& board, Color us, Bitboard passed, Sink& sink) {
    for (const Square pawn : passed) {
        const Bitboard squares(pawn);
        const Square next = relative(us, square_at(index_of(relative(us, pawn)) + 8));
        const PawnTerm term = passed_term(relative(us, rank_of(pawn)));
        if (board.occupied().has(next)) {
            sink.add_half(term, squares);
        } else {
            sink.add(term, squares, 1);
        }
        sink.add(PawnTerm::own_king_distance, squares, king_steps(board.king(us), next));
        sink.add(PawnTerm::enemy_king_distance, squares, king_steps(board.king(!us), next));
        const Bitboard rear = relative(us, behind(Bitboard(relative(us, pawn))));
        const Bitboard rooks = board.pieces(us, PieceType::rook) & rear;
        if (rooks.any() && rooks.intersects(rook_attacks(pawn, board.occupied()))) {
            sink.add(PawnTerm::rook_behind, squares, 1);
        }
        if (is_unstoppable(board, us, pawn)) sink.add(PawnTerm::unstoppable, squares, 1);
    }
}

}  // namespace philidor::detail
