/// @file
/// Where a position is among the tiles of its key.
#pragma once

#include <cstddef>

#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/tile_layout.hpp"

namespace philidor {

/// A position of a key: its tile, and where in the tile the kings stand.
struct TilePlace {
    Color side_to_move = Color::white;
    std::size_t tile = 0;
    Square white_king = Square::a1;
    Square black_king = Square::a1;

    /// The same place.
    friend bool operator==(const TilePlace&, const TilePlace&) = default;
};

/// The place of a board that becomes one of the layout's key when it is seen through the symmetry.
[[nodiscard]] TilePlace find_place(const TileLayout& layout, const Board& board, Symmetry symmetry = {});

}  // namespace philidor
