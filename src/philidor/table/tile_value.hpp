/// @file
/// The value of one position, read from the wins of its tile.
#pragma once

#include <optional>

#include "philidor/index/tile_place.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The value of a place, given the wins of its tile with its side to move. In an exact table both certainties
/// are the same tile. Empty if the position is illegal.
[[nodiscard]] std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                                const TilePlace& place);

}  // namespace philidor
