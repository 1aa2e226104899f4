/// @file
/// How much of chess a proof looks at.
#pragma once

#include <cstdint>

#include "philidor/builder/question.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The side that wants to settle a question: the attacker proves that it wins, the defender that the attacker
/// does not. The prover needs one way that works, so it can do without the others; its opponent's moves all
/// count.
[[nodiscard]] constexpr Color prover_of(Question question) {
    return question.certainty == Certainty::proved ? question.attacker : question.defender();
}

/// What the prover tries, from simple to complete. One way that works is enough, so the simplest may do.
enum class ProverPlay : std::uint8_t {
    simple,    ///< queens only; then its pawns rest, and what follows the loss of a queen is left out
    queens,    ///< it promotes to queens only
    complete,  ///< all moves
};

/// The tables that a proof uses. It counts for nothing where the prover goes to another table, and as a
/// success of the opponent where the opponent does.
struct Resources {
    ByColor<unsigned> pieces{};  ///< the most queens, rooks, bishops and knights of each side
    unsigned all_pieces = 0;     ///< the most of both sides together
    ProverPlay play = ProverPlay::complete;

    /// Whether they are at least as many as the others.
    [[nodiscard]] constexpr bool include(const Resources& other) const {
        return pieces[Color::white] >= other.pieces[Color::white] &&
               pieces[Color::black] >= other.pieces[Color::black] && all_pieces >= other.all_pieces &&
               play >= other.play;
    }
};

/// Whether the resources are enough to follow a move that leads from a key to its child. `root` has the
/// pieces that do not come from promotions.
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
    const bool is_simplified = resources.play == ProverPlay::simple && has_promoted;
    if (change.mover != prover) return !is_simplified || !change.taken;
    const bool is_underpromotion = change.promotion && *change.promotion != PieceKind::queen;
    if (is_underpromotion && resources.play != ProverPlay::complete) return false;
    const bool is_push = change.kind == ChangeKind::push || change.kind == ChangeKind::double_push ||
                         change.kind == ChangeKind::promotion;
    return !is_simplified || !is_push;
}

}  // namespace philidor
