/// @file
/// Counting the leaves of the tree of legal moves, as fast as the generator allows.
#pragma once

#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/detail/movegen_kernel.hpp"
#include "philidor/chess/position.hpp"

namespace philidor::detail {

/// The number of legal moves that `Us` has.
template <Color Us, class Sliders>
[[nodiscard]] inline unsigned count_legal(const Position& position) {
    CountingSink sink;
    generate_legal<Us, Sliders>(position, Bitboard::all(), sink);
    return sink.count;
}

/// Appends the legal moves of the pieces in `movers`.
template <Color Us, class Sliders>
inline void list_legal(const Position& position, Bitboard movers, MoveList& moves) {
    ListSink sink{moves.end(), position.pieces(!Us)};
    generate_legal<Us, Sliders>(position, movers, sink);
    moves.grow_to(sink.end);
}

/// What perft does one ply before the end: count the moves from their sets.
struct CountLeaves {
    template <Color Us, class Sliders>
    [[nodiscard]] PHILIDOR_INLINE unsigned count(const Position& position) const {
        return count_legal<Us, Sliders>(position);
    }
};

/// The same for generators that are measured by their lists: write every move down, then count. The list
/// belongs to the caller, so that the compiler cannot optimize the writing away.
struct ListLeaves {
    MoveList& moves;

    template <Color Us, class Sliders>
    [[nodiscard]] PHILIDOR_INLINE unsigned count(const Position& position) const {
        moves.clear();
        list_legal<Us, Sliders>(position, Bitboard::all(), moves);
        return static_cast<unsigned>(moves.size());
    }
};

template <Color Us, class Sliders, class Leaves>
[[nodiscard]] std::uint64_t perft(const Position& position, unsigned depth, Leaves leaves);

/// Plays each move as the generator finds it, without writing it down, and counts the sequences below. The
/// sets already tell which piece moves and whether it captures, so no move has to be decoded.
template <Color Us, class Sliders, class Leaves>
struct PlayingSink {
    const Position& position;
    unsigned depth;  ///< at least 2
    [[no_unique_address]] Leaves leaves;
    std::uint64_t nodes = 0;

    PHILIDOR_INLINE void piece_moves(PieceType type, Square from, Bitboard targets) {
        for (const Square to : targets) play(type, from, to);
    }

    PHILIDOR_INLINE void castle(Square king, Square target, CastlingSide side) {
        Position next = without(Bitboard(king) | Bitboard(*position.castling.rook(Us, side, king)));
        next.castling = CastlingRights(next.castling.rooks() - back_rank(Us));
        next.put(Us, PieceType::king, target);
        next.put(Us, PieceType::rook, rook_target(Us, side));
        count_below(next);
    }

    template <Direction Step>
    PHILIDOR_INLINE void pawn_moves(Bitboard targets, MoveFlag) {
        for (const Square to : targets) play(PieceType::pawn, origin<Step>(to), to);
    }

    template <Direction Step>
    PHILIDOR_INLINE void pawn_double_pushes(Bitboard targets) {
        for (const Square to : targets) {
            const Square passed = origin<Step>(to);
            Position next = without(Bitboard(origin<Step>(passed)));
            next.put(Us, PieceType::pawn, to);
            if (next.template has_legal_en_passant<!Us>(passed)) next.en_passant = passed;
            count_below(next);
        }
    }

    template <Direction Step>
    PHILIDOR_INLINE void promotions(Bitboard targets, bool) {
        for (const Square to : targets) {
            for (const PieceType type : promotion_types) play(type, origin<Step>(to), to);
        }
    }

    PHILIDOR_INLINE void en_passant(Square from, Square to) {
        Position next = without(Bitboard(from) | Bitboard(passed_pawn(to)));
        next.put(Us, PieceType::pawn, to);
        count_below(next);
    }

  private:
    /// Plays a move of the piece on `from`, which arrives as `type`.
    PHILIDOR_INLINE void play(PieceType type, Square from, Square to) {
        Position next = without(Bitboard(from) | Bitboard(to));
        if (type == PieceType::king) next.castling = CastlingRights(next.castling.rooks() - back_rank(Us));
        next.put(Us, type, to);
        count_below(next);
    }

    /// The position with these squares empty, and without the castling rights that depend on them. Removing
    /// the squares from all sets, whatever piece stood there, is faster than looking it up.
    [[nodiscard]] PHILIDOR_INLINE Position without(Bitboard squares) const {
        Position next;
        for (std::size_t i = 0; i < next.sets.size(); ++i) next.sets[i] = position.sets[i] - squares;
        next.castling = CastlingRights(position.castling.rooks() - squares);
        return next;
    }

    PHILIDOR_INLINE void count_below(const Position& next) {
        nodes += depth == 2 ? leaves.template count<!Us, Sliders>(next)
                            : perft<!Us, Sliders>(next, depth - 1, leaves);
    }
};

/// The number of sequences of `depth` legal moves; `depth` is at least 1. `leaves` counts the moves of the
/// last ply, none of which is played.
template <Color Us, class Sliders, class Leaves>
std::uint64_t perft(const Position& position, unsigned depth, Leaves leaves) {
    if (depth == 1) return leaves.template count<Us, Sliders>(position);
    PlayingSink<Us, Sliders, Leaves> sink{position, depth, leaves};
    generate_legal<Us, Sliders>(position, Bitboard::all(), sink);
    return sink.nodes;
}

}  // namespace philidor::detail
