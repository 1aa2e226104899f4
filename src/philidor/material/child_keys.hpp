/// @file
/// Which keys a move can lead to.
///
/// The children of a key are the keys found by playing every legal move that changes the key from every
/// legal position of the key, positions in which a pawn may be taken en passant included. They follow from
/// the pawns alone, since kings and pieces can always be placed so that a move which the pawns do not forbid
/// is legal (docs/canonicalization.md argues it, and the tests play all the moves):
///
/// - any piece can be taken, if only by the king: on the last rank no pawn defends it;
/// - a pawn can be taken by a piece that has a square to come from; by the king only if no pawn defends it;
/// - a pawn can move or take wherever no pawn stands in its way; bishops are taken on squares of their
/// colour;
/// - en passant needs the two squares behind the taken pawn free of pawns.
#pragma once

#include <optional>
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
    CanonicalKey canonical;  ///< the table it belongs to
    Symmetry symmetry;       ///< leads from `key` to `canonical`
    KeyChange cause;         ///< the change that leads to it, or the first one where several do
};

/// Calls `visit(change, child)` for every change that a legal move can make to the key, with the key it leads
/// to as a `MaterialKey`. No two changes lead to the same key, but some may lead to the same canonical one.
/// White's changes come first, in a fixed order. Nothing is allocated.
template <class Visit>
void for_each_change(const MaterialKey& key, const Visit& visit) {
    detail::ChildVisitor<Color::white>(key).visit_all(visit);
    detail::ChildVisitor<Color::black>(key).visit_all(visit);
}

/// Calls `visit(from, answer)` for every capture en passant that can answer a double push, with the pawn that
/// takes and the key it leads to. `pushed` is the key after the push.
template <class Visit>
void for_each_en_passant(const MaterialKey& pushed, const KeyChange& push, const Visit& visit) {
    const Square passed = square_at(index_of(*push.to) ^ 8U);
    for (const Square from : pawn_attacks(push.mover, passed) & pushed.pawn_squares(!push.mover)) {
        visit(from, pushed.without_pawn(push.mover, *push.to).with_pawn_moved(!push.mover, from, passed));
    }
}

/// A table that has to be read to solve a key. The references are good for one call of a visitor.
struct TableRead {
    const KeyChange& change;         ///< the change of the key that leads to it
    const MaterialKey& after;        ///< the key after that change
    const MaterialKey& key;          ///< the key of the table: `after`, or that of an answer en passant
    std::optional<Square> capturer;  ///< of an answer en passant: the pawn that takes

    /// The side to move in the table.
    [[nodiscard]] Color side_to_move() const { return capturer ? change.mover : !change.mover; }
};

/// Calls `visit(read)` for every table that solving a key reads: the one that each change leads to and, after
/// a double push, those of its answers en passant. A table holds no positions with an en passant square, so
/// captures en passant count nowhere else.
template <class Visit>
void for_each_table_read(const MaterialKey& key, const Visit& visit) {
    for_each_change(key, [&](const KeyChange& change, const MaterialKey& after) {
        if (change.kind == ChangeKind::en_passant) return;
        visit(TableRead{change, after, after, std::nullopt});
        if (change.kind != ChangeKind::double_push) return;
        for_each_en_passant(after, change, [&](Square capturer, const MaterialKey& answer) {
            visit(TableRead{change, after, answer, capturer});
        });
    });
}

/// The children of a key, in the order of `for_each_change`; each canonical key once, with its first cause.
[[nodiscard]] std::vector<ChildKey> child_keys(const MaterialKey& key);

}  // namespace philidor
