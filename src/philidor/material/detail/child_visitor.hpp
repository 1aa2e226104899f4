/// @file
/// The moves of one side that change a key.
#pragma once

#include <array>
#include <optional>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::detail {

/// Enumerates the changes that the side `Us` can make to a key. It looks only at the pawns; see
/// child_keys.hpp.
template <Color Us>
class ChildVisitor {
  public:
    explicit ChildVisitor(const MaterialKey& key)
        : key_(key),
          own_(key.pawn_squares(Us)),
          theirs_(key.pawn_squares(them)),
          free_(~(own_ | theirs_)),
          can_take_(kinds_in(key.pieces(them))) {}

    /// Calls `visit(change, child)` for every change.
    template <class Visit>
    void visit_all(const Visit& visit) const {
        visit_pieces_taken(visit);
        visit_pawns_taken(visit);
        for (const Square from : own_) {
            if (promoting_rank.has(from)) {
                visit_promotions(from, visit);
            } else {
                visit_pushes(from, visit);
                visit_pawn_captures(from, visit);
            }
        }
    }

  private:
    static constexpr Color them = !Us;
    static constexpr Direction up = forward(Us);
    static constexpr Bitboard promoting_rank = Bitboard(relative(Us, Rank::seventh));
    static constexpr Bitboard double_push_rank = Bitboard(relative(Us, Rank::second));
    static constexpr Bitboard en_passant_rank = Bitboard(relative(Us, Rank::fifth));

    /// The kinds of piece that a side has.
    struct Kinds {
        std::array<PieceKind, all_piece_kinds.size()> kinds{};
        std::size_t count = 0;
        [[nodiscard]] const PieceKind* begin() const { return kinds.data(); }
        [[nodiscard]] const PieceKind* end() const { return kinds.data() + count; }
    };

    [[nodiscard]] static Kinds kinds_in(PieceCounts pieces) {
        Kinds found;
        for (const PieceKind kind : all_piece_kinds) {
            if (pieces.has(kind)) found.kinds[found.count++] = kind;
        }
        return found;
    }

    [[nodiscard]] static Square step(Square square) { return shift<up>(Bitboard(square)).first(); }

    template <class Visit>
    void visit_pieces_taken(const Visit& visit) const {
        for (const PieceKind kind : can_take_) {
            visit(KeyChange{ChangeKind::piece_taken, Us, {}, {}, kind, {}}, key_.without_piece(them, kind));
        }
    }

    template <class Visit>
    void visit_pawns_taken(const Visit& visit) const {
        for (const Square square : theirs_& reached_by_pieces()) {
            visit(KeyChange{ChangeKind::pawn_taken, Us, {}, square, {}, {}}, key_.without_pawn(them, square));
        }
    }

    /// The squares where our king or pieces can take a pawn: those that can be reached from a square free of
    /// pawns.
    [[nodiscard]] Bitboard reached_by_pieces() const {
        const Bitboard straight = shift<Direction::north>(free_) | shift<Direction::south>(free_) |
                                  shift<Direction::east>(free_) | shift<Direction::west>(free_);
        const Bitboard diagonal = shift<Direction::north_east>(free_) | shift<Direction::north_west>(free_) |
                                  shift<Direction::south_east>(free_) | shift<Direction::south_west>(free_);
        const PieceCounts pieces = key_.pieces(Us);
        Bitboard reached = (straight | diagonal) - philidor::pawn_attacks<them>(theirs_);
        if (pieces.has(PieceKind::queen)) reached |= straight | diagonal;
        if (pieces.has(PieceKind::rook)) reached |= straight;
        if (pieces.has(PieceKind::dark_bishop)) reached |= diagonal & squares_of(PieceKind::dark_bishop);
        if (pieces.has(PieceKind::light_bishop)) reached |= diagonal & squares_of(PieceKind::light_bishop);
        if (pieces.has(PieceKind::knight)) {
            for (const Square square : theirs_) {
                if (knight_attacks(square).intersects(free_)) reached.add(square);
            }
        }
        return reached;
    }

    template <class Visit>
    void visit_pushes(Square from, const Visit& visit) const {
        const Square one = step(from);
        if (!free_.has(one)) return;
        visit(KeyChange{ChangeKind::push, Us, from, one, {}, {}}, key_.with_pawn_moved(Us, from, one));
        if (!double_push_rank.has(from) || !free_.has(step(one))) return;
        const Square two = step(one);
        visit(KeyChange{ChangeKind::double_push, Us, from, two, {}, {}}, key_.with_pawn_moved(Us, from, two));
    }

    template <class Visit>
    void visit_pawn_captures(Square from, const Visit& visit) const {
        for (const Square to : philidor::pawn_attacks(Us, from) - own_) {
            if (theirs_.has(to)) {
                visit(KeyChange{ChangeKind::pawn_takes_pawn, Us, from, to, {}, {}},
                      key_.without_pawn(them, to).with_pawn_moved(Us, from, to));
                continue;
            }
            for (const PieceKind kind : can_take_) {
                if (!squares_of(kind).has(to)) continue;
                visit(KeyChange{ChangeKind::pawn_takes_piece, Us, from, to, kind, {}},
                      key_.without_piece(them, kind).with_pawn_moved(Us, from, to));
            }
            visit_en_passant(from, to, visit);
        }
    }

    /// `to` must be free of pawns.
    template <class Visit>
    void visit_en_passant(Square from, Square to, const Visit& visit) const {
        if (!en_passant_rank.has(from)) return;
        const Square taken = make_square(file_of(to), rank_of(from));
        const Square origin = step(to);  // of their pawn, which moved two squares past `to`
        if (!theirs_.has(taken) || !free_.has(origin)) return;
        visit(KeyChange{ChangeKind::en_passant, Us, from, to, {}, {}},
              key_.without_pawn(them, taken).with_pawn_moved(Us, from, to));
    }

    /// No pawn stands on the last rank. The squares to a pawn's left and right have the same colour, so it
    /// makes no difference on which of them it captures.
    template <class Visit>
    void visit_promotions(Square from, const Visit& visit) const {
        const Square ahead = step(from);
        const Square aside = philidor::pawn_attacks(Us, from).first();
        for (const PieceType type : promotion_types) {
            const PieceKind kind = kind_of(type, ahead);
            visit(KeyChange{ChangeKind::promotion, Us, from, {}, {}, kind},
                  key_.with_promotion(Us, from, kind));
        }
        for (const PieceKind taken : can_take_) {
            if (!squares_of(taken).has(aside)) continue;
            for (const PieceType type : promotion_types) {
                const PieceKind kind = kind_of(type, aside);
                visit(KeyChange{ChangeKind::taking_promotion, Us, from, {}, taken, kind},
                      key_.without_piece(them, taken).with_promotion(Us, from, kind));
            }
        }
    }

    const MaterialKey& key_;
    Bitboard own_;
    Bitboard theirs_;
    Bitboard free_;
    Kinds can_take_;
};

}  // namespace philidor::detail
