/// @file
/// How many plies the wins of one side take until they show.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/base/detail/zeroed_array.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/distance_table.hpp"

namespace philidor {

/// The distances that go with a `WinTable`: as in a `DistanceTable`, but for one side's wins alone, and for a
/// key that need not be canonical.
class WinDistances {
  public:
    /// A table without any distance, to be filled.
    explicit WinDistances(const MaterialKey& key) : key_(key), layout_(key, TileLayout::Turns::used) {
        for (const Color side : all_colors) tiles_[side] = ZeroedArray<TileDistances>(layout_.tile_count());
    }

    /// What it is the table of.
    [[nodiscard]] const MaterialKey& key() const { return key_; }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// How much memory it takes.
    [[nodiscard]] std::uint64_t byte_count() const {
        return 2 * layout_.tile_count() * sizeof(TileDistances);
    }

    /// The distances of a tile.
    [[nodiscard]] const TileDistances& tile(std::size_t tile, Color side_to_move) const {
        return tiles_[side_to_move][tile];
    }

    /// The distances of a tile, to be filled in.
    [[nodiscard]] TileDistances& tile(std::size_t tile, Color side_to_move) {
        return tiles_[side_to_move][tile];
    }

    /// The distance of a board of this key, an en passant square apart; 0 if the side does not win.
    [[nodiscard]] unsigned distance_of(const Board& board) const {
        const TilePlace place = find_place(layout_, board);
        return tiles_[place.side_to_move][place.tile]
                     [index_of(place.white_king) * square_count + index_of(place.black_king)];
    }

  private:
    MaterialKey key_;
    TileLayout layout_;
    ByColor<ZeroedArray<TileDistances>> tiles_;
};

}  // namespace philidor
