/// @file
/// Which placements of the kings are legal, and in which of them a king is in check.
#pragma once

#include <cstddef>
#include <span>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// A piece, king and pawns apart, on its square.
struct PlacedPiece {
    Color color;
    PieceKind kind;
    Square square;
};

/// What the rules say about the king placements of one tile.
struct LegalTiles {
    ByColor<Tile> legal;  ///< by side to move: no two men on a square, and the other side not in check
    ByColor<Tile>
        in_check;  ///< by side: where its king is attacked; says nothing about placements that are illegal
};

/// The legal tiles of pawns and pieces on their squares; empty if two of them stand on one square.
void find_legal_tiles(const ByColor<Bitboard>& pawns, std::span<const PlacedPiece> pieces, LegalTiles& tiles);

}  // namespace philidor
