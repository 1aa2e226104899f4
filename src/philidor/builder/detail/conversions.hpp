/// @file
/// What leaving the table is worth: captures, pawn moves and promotions, en passant included.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/detail/key_change.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// What the defender, to move, can do by leaving the table.
struct DefenderConversions {
    Tile any;      ///< there is a legal move that leaves the table
    Tile escapes;  ///< there is one to a position that the attacker does not win
};

/// The moves of a key that lead to other tables.
class Conversions {
  public:
    /// Finds the tables of all children.
    Conversions(const MaterialKey& key, const ChildLookup& lookup);

    /// Whether every child is there and exact, so that proved and possible are the same.
    [[nodiscard]] bool are_exact(Rule rule = Rule::none) const { return are_exact_[rule]; }

    /// Whether the 50-move rule changes nothing in any child.
    [[nodiscard]] bool are_same_under_rule() const { return are_same_under_rule_; }

    /// Adds to `wins` the positions with the attacker to move from which a move wins by leaving the table. No
    /// two of the pieces stand on one square.
    void add_wins(Question question, std::span<const PlacedPiece> pieces, Tile& wins) const;

    /// Adds what the defender can do, to move.
    void add_escapes(Question question,
                     std::span<const PlacedPiece> pieces,
                     DefenderConversions& tiles) const;

    /// Calls `visit(change, good)` for every change of a side: the positions with this side to move in which
    /// such a move is good for it, a win of the attacker or an escape of the defender.
    void for_each_good(Question question,
                       Color mover,
                       std::span<const PlacedPiece> pieces,
                       const std::function<void(const KeyChange&, const Tile&)>& visit) const;

  private:
    /// One change of the key and the table it leads to.
    struct Conversion {
        KeyChange change;
        ChildTable child;
        std::vector<ChildTable> answers;  ///< to a double push: the captures en passant
    };
    class Collector;

    MaterialKey key_;
    ByColor<std::vector<Conversion>> conversions_;
    IndexedArray<Rule, bool, 2> are_exact_{{true, true}};
    bool are_same_under_rule_ = true;
};

}  // namespace philidor
