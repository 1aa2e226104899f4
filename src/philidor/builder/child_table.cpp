#include "philidor/builder/child_table.hpp"

#include "philidor/index/tile_symmetry.hpp"

namespace philidor {

void ChildTiles::detach() {
    for (const Certainty certainty : all_certainties) {
        for (const Color winner : all_colors) {
            Tile& copy = copies[certainty].wins[winner];
            if (wins[certainty][winner] != &copy) copy = *wins[certainty][winner];
            wins[certainty][winner] = &copy;
        }
    }
}

ChildTable::ChildTable(const MaterialKey& key, const TableLookup& lookup) : key_(key) {
    const Canonicalization canonical = canonicalize(key);
    symmetry_ = canonical.symmetry;
    table_ = lookup(canonical.key);
    std::size_t place = 0;
    for (const Color color : all_colors) {
        for (const PieceKind kind : all_piece_kinds) {
            first_of_kind_[color][static_cast<std::size_t>(kind)] = place;
            place += canonical.key.material().pieces(color)[kind];
        }
    }
}

Placement ChildTable::placement_of(std::span<const PlacedPiece> pieces) const {
    Placement placement{};
    auto next = first_of_kind_;
    for (const PlacedPiece& piece : pieces) {
        const Square square = symmetry_(piece.square);
        const PieceKind kind = kind_of(type_of(piece.kind), square);
        placement[next[symmetry_(piece.color)][static_cast<std::size_t>(kind)]++] = square;
    }
    return placement;
}

void ChildTable::make_unknown(std::span<const PlacedPiece> pieces,
                              Color side_to_move,
                              ChildTiles& tiles) const {
    LegalTiles rules;
    find_legal_tiles({{key_.pawn_squares(Color::white), key_.pawn_squares(Color::black)}}, pieces, rules);
    const Tile& legal = rules.legal[side_to_move];
    for (const Color winner : all_colors) {
        Tile& proved = tiles.copies[Certainty::proved].wins[winner];
        for (std::size_t row = 0; row < 64; ++row) proved.rows[row] = ~legal.rows[row];
        tiles.copies[Certainty::possible].wins[winner] = legal;
        for (const Certainty certainty : all_certainties) {
            tiles.wins[certainty][winner] = &tiles.copies[certainty].wins[winner];
        }
    }
}

void ChildTable::read(std::span<const PlacedPiece> pieces, Color side_to_move, ChildTiles& tiles) const {
    if (table_ == nullptr) return make_unknown(pieces, side_to_move, tiles);
    const TileLayout::Place place = table_->layout().locate(placement_of(pieces));
    const bool is_as_stored = place.turn.is_identity() && symmetry_.is_identity();
    for (const Certainty certainty : all_certainties) {
        if (certainty == Certainty::possible && table_->is_exact()) {
            tiles.wins[certainty] = tiles.wins[Certainty::proved];
            return;
        }
        const WinTiles& stored = table_->wins(certainty, place.tile, symmetry_(side_to_move));
        for (const Color winner : all_colors) {
            const Tile& tile = stored.wins[symmetry_(winner)];
            Tile& copy = tiles.copies[certainty].wins[winner];
            if (!is_as_stored) copy = image(turned(tile, place.turn.inverse()), symmetry_.inverse());
            tiles.wins[certainty][winner] = is_as_stored ? &tile : &copy;
        }
    }
}

}  // namespace philidor
