/// @file
/// The keys that a move can lead to.
///
/// The children of a key are the keys reached by playing every legal move that changes the key, from every
/// legal position of the key, including positions with an en passant capture. They follow from the pawns
/// alone, since kings and pieces can always be placed so that any move the pawns allow is legal.
/// docs/canonicalization.md gives the argument, and the tests play all the moves. The rules are:
///
/// - any piece can be taken, at least by the king: on its own back rank no pawn can defend it;
/// - a pawn can be taken by a piece that has a square to come from; by the king only if no pawn defends it;
/// - a pawn can move or take wherever no pawn stands in its way; bishops are taken on squares of their
///   colour;
/// - en passant needs the two squares behind the taken pawn to be free of pawns.
#pragma once

#include <vector>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/detail/child_visitor.hpp"
#include "philidor/material/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// A key that one move can lead to.
struct ChildKey {
    MaterialKey key;         ///< with the colours of the parent
    CanonicalKey canonical;  ///< the table that it belongs to
    Symmetry symmetry;       ///< leads from `key` to `canonical`
    KeyChange cause;         ///< the change that leads to it, or the first one if there are several
};

/// Calls `visit(change, child)` for every change that a legal move can make to the key; `child` is the
/// resulting `MaterialKey`. No two changes lead to the same key, but some may lead to the same canonical key.
/// White's changes come first, in a fixed order. Nothing is allocated.
template <class Visit>
void for_each_change(const MaterialKey& key, const Visit& visit) {
    detail::ChildVisitor<Color::white>(key).visit_all(visit);
    detail::ChildVisitor<Color::black>(key).visit_all(visit);
}

/// Calls `visit(from, answer)` for every en passant capture that can answer a double push: `from` is the
/// capturing pawn, `answer` the resulting key. `pushed` is the key after the push.
template <class Visit>
void for_each_en_passant(const MaterialKey& pushed, const KeyChange& push, const Visit& visit) {
    const Square passed = square_at(index_of(*push.to) ^ 8U);
    for (const Square from : pawn_attacks(push.mover, passed) & pushed.pawn_squares(!push.mover)) {
        visit(from, pushed.without_pawn(push.mover, *push.to).with_pawn_moved(!push.mover, from, passed));
    }
}

/// The children of a key, in the order of `for_each_change`. Each canonical key appears once, with its first
/// cause.
[[nodiscard]] std::vector<ChildKey> child_keys(const MaterialKey& key);

}  // namespace philidor
