/// @file
/// Which tables a proof may use.
#pragma once

#include "philidor/builder/question.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The side whose claim an attempt tries to prove: the attacker that it wins, or the defender that the
/// attacker does not. The prover needs only one way that works, so its other moves may be ignored. All moves
/// of its opponent count.
[[nodiscard]] constexpr Color prover_of(Question question) {
    return question.certainty == Certainty::proved ? question.attacker : question.defender();
}

/// Limits on the tables that a proof uses. A move of the prover to any other table is ignored. Such a move of
/// the opponent counts as a success for the opponent.
struct Resources {
    ByColor<unsigned> pieces{};      ///< the most queens, rooks, bishops and knights of each side
    unsigned all_pieces = 0;         ///< the most of both sides together
    bool has_all_promotions = true;  ///< the prover may also underpromote
    bool has_moving_pawns = true;    ///< the prover's pawns may move after it has promoted
    bool has_sacrifices = true;      ///< the prover may lose a man after it has promoted

    /// Whether these resources are at least as large as the others in every respect.
    [[nodiscard]] constexpr bool include(const Resources& other) const {
        return pieces[Color::white] >= other.pieces[Color::white] &&
               pieces[Color::black] >= other.pieces[Color::black] && all_pieces >= other.all_pieces &&
               has_all_promotions >= other.has_all_promotions && has_moving_pawns >= other.has_moving_pawns &&
               has_sacrifices >= other.has_sacrifices;
    }
};

/// Whether the resources are enough to follow a move from a key to its child. `root` shows which pieces the
/// prover had before any promotion.
[[nodiscard]] inline bool allows(const Resources& resources,
                                 Color prover,
                                 const MaterialKey& root,
                                 const MaterialKey& key,
                                 const KeyChange& change,
                                 const MaterialKey& child) {
    for (const Color color : all_colors) {
        if (child.pieces(color).total() > resources.pieces[color]) return false;
    }
    if (child.piece_count() > resources.all_pieces) return false;
    const bool has_promoted = key.pieces(prover).total() > root.pieces(prover).total();
    if (change.mover != prover) return resources.has_sacrifices || !change.taken || !has_promoted;
    if (change.promotion && *change.promotion != PieceKind::queen && !resources.has_all_promotions)
        return false;
    const bool is_push = change.kind == ChangeKind::push || change.kind == ChangeKind::double_push ||
                         change.kind == ChangeKind::promotion;
    return resources.has_moving_pawns || !is_push || !has_promoted;
}

}  // namespace philidor
