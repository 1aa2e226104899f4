/// @file
/// Which king placements are legal, and in which of them a king is in check.
#pragma once

#include <cstddef>
#include <span>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// A piece other than a king or pawn, on its square.
struct PlacedPiece {
    Color color;     ///< its colour
    PieceKind kind;  ///< its kind
    Square square;   ///< where it stands
};

/// What the rules say about the king placements of one tile.
struct LegalTiles {
    ByColor<Tile> legal;     ///< by side to move: no two men on one square, and the other side not in check
    ByColor<Tile> in_check;  ///< by side: where its king is attacked; meaningless for illegal placements
};

/// Finds the legal tiles of these pawns and pieces. They are empty if two of these men share a square.
void find_legal_tiles(const ByColor<Bitboard>& pawns, std::span<const PlacedPiece> pieces, LegalTiles& tiles);

}  // namespace philidor
