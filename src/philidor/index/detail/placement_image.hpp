/// @file
/// The images of placements under symmetries of chess with pawns.
#pragma once

#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/tile_layout.hpp"

namespace philidor {

/// The image of a placement of the pieces of one layout: a placement of those of another, to whose key the
/// symmetry leads.
[[nodiscard]] Placement image_of(const Placement& placement,
                                 const TileLayout& layout,
                                 Symmetry symmetry,
                                 const TileLayout& target);

}  // namespace philidor
