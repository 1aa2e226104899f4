/// @file
/// Where the value of a board stands in its table.
#pragma once

#include <cstddef>
#include <optional>

#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// A tile, and the kings' squares in it.
struct TablePlace {
    std::size_t tile;
    Square white_king;
    Square black_king;
};

/// The place of a board of exactly the layout's key.
[[nodiscard]] TablePlace place_of(const TileLayout& layout, const Board& board);

/// The value that the wins of a tile, with `us` to move, give to a placement of the kings. In an exact table
/// both certainties are the same tile. Empty for a position that is illegal.
[[nodiscard]] std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                                const TablePlace& place,
                                                Color us);

}  // namespace philidor
