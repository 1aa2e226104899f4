/// @file
/// Finds every term of the evaluation. Each rule is written once; a sink decides what to do with the terms.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/pawns/detail/pawn_features.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor::detail {

/// The number of steps a king takes from one square to another.
[[nodiscard]] PHILIDOR_INLINE int king_steps(Square a, Square b) {
    const int files = std::abs(static_cast<int>(file_of(a)) - static_cast<int>(file_of(b)));
    const int ranks = std::abs(static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b)));
    return std::max(files, ranks);
}

/// Passes the terms of a structure, from one side's view, to a sink: `sink.add(term, squares, times)`. It may
/// read only the pawns, because the result is cached by pawn structure.
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

/// Whether a passed pawn promotes before the enemy can stop it: the enemy has no pieces, the path is clear,
/// and the enemy king is outside the square of the pawn, even if it moves first.
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

/// Passes the terms of one side's passed pawns that depend on the rest of the position to a sink, like
/// `count_structure_terms`.
template <class Sink>
PHILIDOR_INLINE void count_passer_terms(const Board& board, Color us, Bitboard passed, Sink& sink) {
    for (const Square pawn : passed) {
        const Bitboard squares(pawn);
        const Square next = relative(us, square_at(index_of(relative(us, pawn)) + 8));
        sink.add(passed_term(relative(us, rank_of(pawn))), squares, 1);
        if (board.occupied().has(next)) sink.add(PawnTerm::blocked_passer, squares, 1);
        // A king in the way of its own pawn is no nearer than one beside it.
        sink.add(PawnTerm::own_king_distance, squares, std::max(1, king_steps(board.king(us), next)));
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
