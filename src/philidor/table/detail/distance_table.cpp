#include "philidor/table/detail/distance_table.hpp"

#include <cassert>

#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

DistanceTable::DistanceTable(const TableKey& key)
    : key_(key), layout_(key.material(), TileLayout::Turns::used) {
    for (const Color side : all_colors) tiles_[side] = ZeroedArray<TileDistances>(layout_.tile_count());
}

unsigned DistanceTable::distance_of(const Board& board) const {
    const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
    assert(key == key_);
    const TilePlace place = find_place(layout_, board, symmetry);
    return tile(place.tile, place.side_to_move)[index_of(place.white_king) * 64 + index_of(place.black_king)];
}

}  // namespace philidor
