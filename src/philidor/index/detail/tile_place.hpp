/// @file
/// Where a position is found among the tiles of its key.
#pragma once

#include <cstddef>

#include "philidor/chess/board.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/tile_layout.hpp"

namespace philidor {

/// A position of a key: its tile, and the squares of the kings.
struct TilePlace {
    Color side_to_move = Color::white;  ///< the side to move
    std::size_t tile = 0;               ///< the number of the tile
    Square white_king = Square::a1;     ///< the row within the tile
    Square black_king = Square::a1;     ///< the bit within the row

    /// Whether both are the same place.
    friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

/// The place of a board in the layout. `symmetry` must map the board to the layout's key.
[[nodiscard]] TilePlace find_place(const TileLayout& layout, const Board& board, Symmetry symmetry = {});

}  // namespace philidor
