/// @file
/// Which tables a proof may use.
#pragma once

#include <algorithm>
#include <cstdint>

#include "philidor/builder/detail/question.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The side whose claim an attempt tries to prove: the attacker that it wins, or the defender that the
/// attacker does not. The prover needs only one way that works, so its other moves may be ignored. All moves
/// of its opponent count.
[[nodiscard]] constexpr Color prover_of(Question question) {
    return question.certainty == Certainty::proved ? question.attacker : question.defender();
}

/// What the prover tries, from simple to complete. One way that works is enough, so the simplest may do.
enum class ProverPlay : std::uint8_t {
    simple,    ///< queens only; then its pawns rest, and what follows the loss of a queen is left out
    queens,    ///< it promotes to queens only
    complete,  ///< all moves
};

/// Limits on the tables that a proof uses. A move of the prover to any other table is ignored. Such a move of
/// the opponent counts as a success for the opponent.
struct Resources {
    ByColor<unsigned> pieces{};              ///< the most queens, rooks, bishops and knights of each side
    unsigned all_pieces = 0;                 ///< the most of both sides together
    ProverPlay play = ProverPlay::complete;  ///< what the prover tries
    bool opponent_alone = true;              ///< the opponent may have new pieces where the prover has none

    /// Whether these resources are at least as large as the others in every respect.
    [[nodiscard]] constexpr bool include(const Resources& other) const {
        return pieces[Color::white] >= other.pieces[Color::white] &&
               pieces[Color::black] >= other.pieces[Color::black] && all_pieces >= other.all_pieces &&
               play >= other.play && opponent_alone >= other.opponent_alone;
    }
};

/// Whether a side has pieces that must come from promotions: more than the root shows.
[[nodiscard]] inline bool has_promoted(Color side, const MaterialKey& root, const MaterialKey& key) {
    return key.pieces(side).total() > root.pieces(side).total();
}

/// Whether either side has.
[[nodiscard]] inline bool has_new_pieces(const MaterialKey& root, const MaterialKey& key) {
    return has_promoted(Color::white, root, key) || has_promoted(Color::black, root, key);
}

/// Whether the resources are enough for a table with the men of this key. `root` shows which pieces the sides
/// had before any promotion.
[[nodiscard]] inline bool allows(const Resources& resources,
                                 Color prover,
                                 const MaterialKey& root,
                                 const MaterialKey& key) {
    for (const Color color : all_colors) {
        if (key.pieces(color).total() > resources.pieces[color]) return false;
    }
    if (key.piece_count() > resources.all_pieces) return false;
    const bool is_alone = has_promoted(!prover, root, key) && !has_promoted(prover, root, key);
    if (is_alone && !resources.opponent_alone) return false;
    if (resources.play == ProverPlay::complete) return true;
    return std::ranges::none_of(all_piece_kinds, [&](PieceKind kind) {
        return kind != PieceKind::queen && key.pieces(prover)[kind] > root.pieces(prover)[kind];
    });
}

/// Whether the resources are enough to follow a move from a key to its child, likewise.
[[nodiscard]] inline bool allows(const Resources& resources,
                                 Color prover,
                                 const MaterialKey& root,
                                 const MaterialKey& key,
                                 const KeyChange& change,
                                 const MaterialKey& child) {
    if (!allows(resources, prover, root, child)) return false;
    const bool is_simplified = resources.play == ProverPlay::simple && has_promoted(prover, root, key);
    if (change.mover != prover) return !is_simplified || !change.taken;
    const bool is_push = change.kind == ChangeKind::push || change.kind == ChangeKind::double_push ||
                         change.kind == ChangeKind::promotion;
    return !is_simplified || !is_push;
}

}  // namespace philidor
