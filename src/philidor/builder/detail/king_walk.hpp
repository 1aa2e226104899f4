/// @file
/// Where the kings can get to while everything else stands still.
#pragma once

#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile.hpp"

namespace philidor {

/// Lets the kings of a position without pieces walk in turn, from the `reached` placements through `open`
/// ones, both by side to move, and adds to `reached` all that they come to.
void walk_kings(const ByColor<Tile>& open, ByColor<Tile>& reached);

}  // namespace philidor
