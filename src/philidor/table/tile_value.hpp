/// @file
/// The value of one position, from the wins of its tile.
#pragma once

#include <optional>

#include "philidor/index/tile_place.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The value that the wins of a place's tile, with its side to move, give to the place. In an exact table
/// both certainties are the same tile. Empty for a position that is illegal.
[[nodiscard]] std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                                const TilePlace& place);

}  // namespace philidor
