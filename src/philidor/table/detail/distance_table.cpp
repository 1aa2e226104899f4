#include "philidor/table/detail/distance_table.hpp"

#include "philidor/index/detail/tile_place.hpp"

namespace philidor {

DistanceTable::DistanceTable(const CanonicalKey& key)
    : key_(key), layout_(key.material(), TileLayout::Turns::used) {
    for (const Color side : all_colors) tiles_[side] = ZeroedArray<TileDistances>(layout_.tile_count());
}

unsigned DistanceTable::distance_of(const Board& board) const {
    const TilePlace place = find_place(layout_, board);
    return tile(place.tile, place.side_to_move)[index_of(place.white_king) * 64 + index_of(place.black_king)];
}

}  // namespace philidor
