/// @file
/// Reading the tables that a move out of this one leads to.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>

#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/legal_tiles.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/table.hpp"

namespace philidor {

/// Finds a table that is there, or null. Called by one thread at a time; the table stays where it is.
using TableLookup = std::function<const Table*(const CanonicalKey&)>;

/// What a child table says about the positions of one tile, for one side to move: the wins, in the form of
/// `Table::wins`. The pointers lead into the table itself where it can be read as it stands, else to
/// `copies`.
struct ChildTiles {
    ByCertainty<ByColor<const Tile*>> wins;
    ByCertainty<WinTiles> copies;

    /// Makes `wins` point to copies, so that they can be changed.
    void detach();
};

/// A table that may be absent, seen with the colours and squares of the key that asks for it.
class ChildTable {
  public:
    /// The table of a key that need not be canonical.
    ChildTable(const MaterialKey& key, const TableLookup& lookup);

    /// Whether proved and possible wins are the same.
    [[nodiscard]] bool is_exact() const { return table_ != nullptr && table_->is_exact(); }

    /// Reads the tile of these pieces, in any order. Where the table is absent, no win is proved and all are
    /// possible.
    void read(std::span<const PlacedPiece> pieces, Color side_to_move, ChildTiles& tiles) const;

    /// What it is the table of, with the colours of the key that asks.
    [[nodiscard]] const MaterialKey& key() const { return key_; }

  private:
    [[nodiscard]] Placement placement_of(std::span<const PlacedPiece> pieces) const;
    void make_unknown(std::span<const PlacedPiece> pieces, Color side_to_move, ChildTiles& tiles) const;

    MaterialKey key_;
    Symmetry symmetry_;  ///< leads from `key_` to the table's
    const Table* table_;
    ByColor<std::array<std::size_t, all_piece_kinds.size()>> first_of_kind_{};  ///< in the table's placements
};

}  // namespace philidor
