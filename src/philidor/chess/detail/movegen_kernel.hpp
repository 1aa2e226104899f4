/// @file
/// Move generation. Every rule is written once, for both colours and for every use.
///
/// A generator works in two steps. `legal_masks` looks at the position once and finds the squares that
/// resolve a check and the rays that pin. Then `generate_legal` passes sets of legal moves to a sink. The
/// sink decides what the generator does: one sink writes a list, one counts moves without making any, and the
/// one for perft plays each move at once.
#pragma once

#include <array>

#include "philidor/base/inline.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/castling.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/position.hpp"

namespace philidor::detail {

/// What restricts the moves of the pieces beyond how each of them moves.
struct MoveMasks {
    /// Where pieces other than the king may go: not onto their own pieces, and only to end a check.
    Bitboard targets;
    /// Ranks and files from the king to a pinning rook or queen, with the pinning piece.
    Bitboard straight_pins;
    /// Diagonals from the king to a pinning bishop or queen, with the pinning piece.
    Bitboard diagonal_pins;
    /// The pieces that give check.
    Bitboard checkers;
};

/// The masks under which every move of a piece other than the king is legal.
template <Color Us, class Sliders>
[[nodiscard]] PHILIDOR_INLINE MoveMasks legal_masks(const Position& position) {
    constexpr Color them = !Us;
    const Bitboard ours = position.pieces(Us);
    const Bitboard theirs = position.pieces(them);
    const Square king = position.king(Us);

    MoveMasks masks;
    masks.checkers = (knight_attacks(king) & position.pieces(them, PieceType::knight)) |
                     (pawn_attacks(Us, king) & position.pieces(them, PieceType::pawn));
    Bitboard resolving = masks.checkers;
    // A slider that would attack our king if our own pieces were gone: with none of them between it is a
    // check, with one a pin.
    const auto look_along = [&](Bitboard sliders, Bitboard& pins) {
        for (const Square slider : sliders) {
            const Bitboard way = between(king, slider);
            const Bitboard blockers = way & ours;
            if (blockers.is_empty()) {
                masks.checkers.add(slider);
                resolving |= way | Bitboard(slider);
            } else if (!blockers.has_several()) {
                pins |= way | Bitboard(slider);
            }
        }
    };
    look_along(Sliders::rook_attacks(king, theirs) & position.straight_sliders(them), masks.straight_pins);
    look_along(Sliders::bishop_attacks(king, theirs) & position.diagonal_sliders(them), masks.diagonal_pins);
    masks.targets = (masks.checkers.is_empty() ? Bitboard::all() : resolving) - ours;
    return masks;
}

/// The squares that `Them` attacks when `occupied` blocks the way.
template <Color Them, class Sliders>
[[nodiscard]] PHILIDOR_INLINE Bitboard attacked_by(const Position& position, Bitboard occupied) {
    Bitboard attacked =
        pawn_attacks<Them>(position.pieces(Them, PieceType::pawn)) | king_attacks(position.king(Them));
    for (const Square from : position.pieces(Them, PieceType::knight)) attacked |= knight_attacks(from);
    for (const Square from : position.diagonal_sliders(Them)) {
        attacked |= Sliders::bishop_attacks(from, occupied);
    }
    for (const Square from : position.straight_sliders(Them)) {
        attacked |= Sliders::rook_attacks(from, occupied);
    }
    return attacked;
}

/// The rooks with which `Us` may be able to castle: no piece stands between them and the king. The paths of
/// king and rook always cover those squares, so this is a quick first test.
template <Color Us>
[[nodiscard]] PHILIDOR_INLINE Bitboard castling_candidates(const Position& position, const MoveMasks& masks) {
    Bitboard candidates;
    if (masks.checkers.any()) return candidates;
    const Square king = position.king(Us);
    for (const Square rook : position.castling.rooks(Us)) {
        if (!between(king, rook).intersects(position.occupied())) candidates.add(rook);
    }
    return candidates;
}

/// Passes the legal moves of the king to the sink: the safe ones of `steps`, and castling.
template <Color Us, class Sliders, class Sink>
PHILIDOR_INLINE void generate_king(const Position& position,
                                   const MoveMasks& masks,
                                   Bitboard steps,
                                   Sink& sink) {
    const Square king = position.king(Us);
    const Bitboard rooks = castling_candidates<Us>(position, masks);
    if ((steps | rooks).is_empty()) return;  // nowhere to go: what is attacked does not matter
    // The king does not shield the squares behind itself.
    const Bitboard attacked = attacked_by<!Us, Sliders>(position, position.occupied() - Bitboard(king));
    sink.piece_moves(PieceType::king, king, steps - attacked);
    for (const Square rook : rooks) {
        const CastlingWay way(Us, king, rook);
        const Bitboard others = position.occupied() - Bitboard(king) - Bitboard(rook);
        // In Chess960 the rook may be all that shields the king's new square. It is then pinned.
        if (way.of_king.intersects(attacked) || way.all().intersects(others) ||
            masks.straight_pins.has(rook)) {
            continue;
        }
        sink.castle(king, king_target(Us, way.side), way.side);
    }
}

/// Passes the moves of the pieces in `movers` to the sink, without king moves and en passant captures.
template <Color Us, class Sliders, class Sink>
PHILIDOR_INLINE void generate_men(const Position& position,
                                  const MoveMasks& masks,
                                  Bitboard movers,
                                  Sink& sink) {
    constexpr Direction up = forward(Us);
    constexpr Direction up_west = Us == Color::white ? Direction::north_west : Direction::south_west;
    constexpr Direction up_east = Us == Color::white ? Direction::north_east : Direction::south_east;
    constexpr Bitboard third_rank(relative(Us, Rank::third));
    constexpr Bitboard last_rank(relative(Us, Rank::eighth));

    const Bitboard occupied = position.occupied();
    const auto queen_or = [&position](PieceType other, Square from) {
        return position.pieces(PieceType::queen).has(from) ? PieceType::queen : other;
    };
    const Bitboard pinned = masks.straight_pins | masks.diagonal_pins;
    for (const Square from : (position.pieces(Us, PieceType::knight) & movers) - pinned) {
        sink.piece_moves(PieceType::knight, from, knight_attacks(from) & masks.targets);
    }
    const Bitboard diagonal = (position.diagonal_sliders(Us) & movers) - masks.straight_pins;
    for (const Square from : diagonal - masks.diagonal_pins) {
        const Bitboard targets = Sliders::bishop_attacks(from, occupied) & masks.targets;
        sink.piece_moves(queen_or(PieceType::bishop, from), from, targets);
    }
    for (const Square from : diagonal& masks.diagonal_pins) {
        const Bitboard targets =
            Sliders::bishop_attacks(from, occupied) & masks.targets & masks.diagonal_pins;
        sink.piece_moves(queen_or(PieceType::bishop, from), from, targets);
    }
    const Bitboard straight = (position.straight_sliders(Us) & movers) - masks.diagonal_pins;
    for (const Square from : straight - masks.straight_pins) {
        const Bitboard targets = Sliders::rook_attacks(from, occupied) & masks.targets;
        sink.piece_moves(queen_or(PieceType::rook, from), from, targets);
    }
    for (const Square from : straight& masks.straight_pins) {
        const Bitboard targets = Sliders::rook_attacks(from, occupied) & masks.targets & masks.straight_pins;
        sink.piece_moves(queen_or(PieceType::rook, from), from, targets);
    }

    // A pinned pawn may move along its pin. No pawn move leads from one pinning ray to another, so the union
    // of the rays serves as well as the pawn's own ray.
    const Bitboard pawns = position.pieces(Us, PieceType::pawn) & movers;
    const Bitboard pushers = pawns - masks.diagonal_pins;
    const Bitboard pushed = (shift<up>(pushers - masks.straight_pins) |
                             (shift<up>(pushers & masks.straight_pins) & masks.straight_pins)) -
                            occupied;
    const Bitboard single = pushed & masks.targets;
    const Bitboard twice = (shift<up>(pushed & third_rank) & masks.targets) - occupied;
    const Bitboard takers = pawns - masks.straight_pins;
    const Bitboard free_takers = takers - masks.diagonal_pins;
    const Bitboard bound_takers = takers & masks.diagonal_pins;
    const Bitboard prey = position.pieces(!Us) & masks.targets;
    const Bitboard west =
        (shift<up_west>(free_takers) | (shift<up_west>(bound_takers) & masks.diagonal_pins)) & prey;
    const Bitboard east =
        (shift<up_east>(free_takers) | (shift<up_east>(bound_takers) & masks.diagonal_pins)) & prey;
    sink.template pawn_moves<up>(single - last_rank, MoveFlag::quiet);
    sink.template pawn_double_pushes<up>(twice);
    sink.template pawn_moves<up_west>(west - last_rank, MoveFlag::capture);
    sink.template pawn_moves<up_east>(east - last_rank, MoveFlag::capture);
    if (((single | west | east) & last_rank).any()) {
        sink.template promotions<up>(single & last_rank, false);
        sink.template promotions<up_west>(west & last_rank, true);
        sink.template promotions<up_east>(east & last_rank, true);
    }
}

/// Passes all legal moves of the pieces in `movers` to the sink.
template <Color Us, class Sliders, class Sink>
PHILIDOR_INLINE void generate_legal(const Position& position, Bitboard movers, Sink& sink) {
    const MoveMasks masks = legal_masks<Us, Sliders>(position);
    const Square king = position.king(Us);
    if (movers == Bitboard::all() || movers.has(king)) {
        generate_king<Us, Sliders>(position, masks, king_attacks(king) - position.pieces(Us), sink);
    }
    if (masks.checkers.has_several()) return;
    if ((masks.straight_pins | masks.diagonal_pins).is_empty()) {
        // The usual case. With constants in place of the pins, the compiler drops all code that deals with
        // them.
        generate_men<Us, Sliders>(position, {masks.targets, {}, {}, {}}, movers, sink);
    } else {
        generate_men<Us, Sliders>(position, masks, movers, sink);
    }
    if (position.en_passant) {
        const Square target = *position.en_passant;
        for (const Square from : position.template en_passant_takers<Us>(target) & movers) {
            if (position.template is_safe_en_passant<Us>(from, target)) sink.en_passant(from, target);
        }
    }
}

/// Passes all pseudo-legal moves to the sink: moves that may leave the king in check. Castling is generated
/// only if it is legal, since a later test of the king's square alone could not decide that.
template <Color Us, class Sliders, class Sink>
PHILIDOR_INLINE void generate_pseudo_legal(const Position& position, Sink& sink) {
    const MoveMasks masks = legal_masks<Us, Sliders>(position);
    const Square king = position.king(Us);
    sink.piece_moves(PieceType::king, king, king_attacks(king) - position.pieces(Us));
    generate_king<Us, Sliders>(position, masks, {}, sink);  // no steps: castling only
    generate_men<Us, Sliders>(position, {~position.pieces(Us), {}, {}, {}}, Bitboard::all(), sink);
    if (position.en_passant) {
        const Square target = *position.en_passant;
        for (const Square from : position.template en_passant_takers<Us>(target))
            sink.en_passant(from, target);
    }
}

/// The square from which a piece came that arrived on `to` by this step.
template <Direction Step>
[[nodiscard]] PHILIDOR_INLINE Square origin(Square to) {
    return square_at(static_cast<unsigned>(static_cast<int>(to) - static_cast<int>(Step)));
}

/// Counts moves without making any.
struct CountingSink {
    unsigned count = 0;

    PHILIDOR_INLINE void piece_moves(PieceType, Square, Bitboard targets) { count += targets.count(); }
    PHILIDOR_INLINE void castle(Square, Square, CastlingSide) { ++count; }
    template <Direction Step>
    PHILIDOR_INLINE void pawn_moves(Bitboard targets, MoveFlag) {
        count += targets.count();
    }
    template <Direction Step>
    PHILIDOR_INLINE void pawn_double_pushes(Bitboard targets) {
        count += targets.count();
    }
    template <Direction Step>
    PHILIDOR_INLINE void promotions(Bitboard targets, bool) {
        count += 4 * targets.count();
    }
    PHILIDOR_INLINE void en_passant(Square, Square) { ++count; }
};

/// Writes moves behind the last one of a list. The list itself is updated only at the end, by `grow_to`, so
/// that the place of the next move can stay in a register.
struct ListSink {
    Move* end;        ///< behind the last move
    Bitboard theirs;  ///< the opponent's pieces: a move to their squares is a capture

    PHILIDOR_INLINE void piece_moves(PieceType, Square from, Bitboard targets) {
        for (const Square to : targets& theirs) add(Move(from, to, MoveFlag::capture));
        for (const Square to : targets - theirs) add(Move(from, to, MoveFlag::quiet));
    }
    PHILIDOR_INLINE void castle(Square king, Square target, CastlingSide side) {
        add(Move(king, target, side == CastlingSide::king ? MoveFlag::king_castle : MoveFlag::queen_castle));
    }
    template <Direction Step>
    PHILIDOR_INLINE void pawn_moves(Bitboard targets, MoveFlag flag) {
        for (const Square to : targets) add(Move(origin<Step>(to), to, flag));
    }
    template <Direction Step>
    PHILIDOR_INLINE void pawn_double_pushes(Bitboard targets) {
        for (const Square to : targets) {
            add(Move(origin<Step>(origin<Step>(to)), to, MoveFlag::double_push));
        }
    }
    template <Direction Step>
    PHILIDOR_INLINE void promotions(Bitboard targets, bool captures) {
        for (const Square to : targets) {
            for (const PieceType type : promotion_types) {
                add(Move(origin<Step>(to), to, promotion_flag(type, captures)));
            }
        }
    }
    PHILIDOR_INLINE void en_passant(Square from, Square to) { add(Move(from, to, MoveFlag::en_passant)); }

  private:
    PHILIDOR_INLINE void add(Move move) { *end++ = move; }
};

}  // namespace philidor::detail
