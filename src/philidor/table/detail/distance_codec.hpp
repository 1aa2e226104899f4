/// @file
/// Compresses blocks of distances.
#pragma once

#include <cstddef>
#include <functional>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table_format.hpp"

namespace philidor {

/// Turns blocks of a distance table into bytes and back. Illegal positions are not stored. The layout must
/// outlive the codec. Several threads may use one codec.
class DistanceCodec {
  public:
    /// For blocks of the table of this key, with the tiles in the order of this layout.
    DistanceCodec(const TableKey& key, const TileLayout& layout) : key_(key.material()), layout_(layout) {}

    /// The number of blocks of the table.
    [[nodiscard]] std::size_t block_count() const {
        return (layout_.tile_count() + block_tiles - 1) / block_tiles;
    }

    /// The bytes of a block of a table.
    [[nodiscard]] Bytes encode(std::size_t block, const DistanceTable& table) const;

    /// Reads a block up to and including the tile `last`, and calls `receive` for each tile and side in turn.
    /// Any bytes decode to some distances.
    void decode(std::size_t block,
                std::size_t last,
                ByteView bytes,
                const std::function<void(std::size_t tile, Color side, const TileDistances&)>& receive) const;

  private:
    static constexpr std::size_t block_tiles = tiles_per_block(TableKind::dtz);

    template <class Coder, class Visit>
    void code(std::size_t block, std::size_t last, Coder& coder, const Visit& visit) const;

    MaterialKey key_;
    const TileLayout& layout_;
};

}  // namespace philidor
