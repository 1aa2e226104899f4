/// @file
/// What leaving the table is worth: captures, pawn moves and promotions, en passant included.
#pragma once

#include <span>
#include <vector>

#include "philidor/builder/child_table.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/index/legal_tiles.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/material/key_change.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/table.hpp"

namespace philidor {

/// What one side, to move, can do by leaving the table, for one tile.
struct ConversionTiles {
    Tile any;                                   ///< there is a legal move that leaves the table
    ByCertainty<detail::ConversionTile> moves;  ///< what such moves are known to do, and what they may do
};

/// The moves of a key that lead to other tables.
class Conversions {
  public:
    /// Finds the tables of all children. An absent one makes the values bounds.
    Conversions(const MaterialKey& key, const TableLookup& lookup);

    /// Whether every child is there and exact, so that proved and possible are the same.
    [[nodiscard]] bool are_exact() const { return are_exact_; }

    /// Collects what `mover` can do with the pieces on these squares, no two of them on one.
    void collect(Color mover, std::span<const PlacedPiece> pieces, ConversionTiles& tiles) const;

  private:
    /// A pawn beside a pawn that has just moved two squares, and where it would take it to.
    struct EnPassant {
        Square from;
        ChildTable child;
    };
    /// One change of the key and the table it leads to.
    struct Conversion {
        KeyChange change;
        ChildTable child;
        std::vector<EnPassant> answers;  ///< of a double push
    };
    class Collector;

    MaterialKey key_;
    ByColor<std::vector<Conversion>> conversions_;
    bool are_exact_ = true;
};

}  // namespace philidor
