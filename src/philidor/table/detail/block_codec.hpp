/// @file
/// Compresses blocks of tiles.
#pragma once

#include <cstddef>
#include <functional>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_format.hpp"
#include "philidor/table/detail/tile_model.hpp"

namespace philidor {

/// Turns blocks of a table into bytes and back. What follows from the rules is not stored: which positions
/// are illegal, and for a symmetric table the values with Black to move. The layout must outlive the codec.
/// Several threads may use one codec.
class BlockCodec {
  public:
    /// For blocks of a table with this header, with the tiles in the order of this layout.
    BlockCodec(const TableHeader& header, const TileLayout& layout);

    /// The number of blocks of the table.
    [[nodiscard]] std::size_t block_count() const {
        return (layout_.tile_count() + block_tiles - 1) / block_tiles;
    }

    /// Whether the values of a tile can be stored: exactly the illegal positions are marked as illegal, no
    /// win is proved for both sides or possible against a proof, every proved win is also possible, and what
    /// is won under the 50-move rule is won without it.
    [[nodiscard]] bool is_sound(std::size_t tile, const TileValues& values) const;

    /// The bytes of a block. `value_of(tile)` must give sound values of its tiles.
    [[nodiscard]] Bytes encode(std::size_t block,
                               const std::function<TileValues(std::size_t tile)>& value_of) const;

    /// Reads a block up to and including the tile `last`, and calls `receive` for each tile in turn. Values
    /// with Black to move stay empty if the table is symmetric. Any bytes decode to some values.
    void decode(std::size_t block,
                std::size_t last,
                ByteView bytes,
                const std::function<void(std::size_t tile, const TileValues& values)>& receive) const;

  private:
    static constexpr std::size_t block_tiles = tiles_per_block(TableKind::wdl);

    [[nodiscard]] std::size_t first_tile(std::size_t block) const { return block * block_tiles; }
    [[nodiscard]] std::size_t last_tile(std::size_t block) const;
    void find_facts(std::size_t tile, detail::TileFacts& facts) const;
    [[nodiscard]] static bool is_sound(const LayerValues& values, Color us, const Tile& legal, bool is_exact);
    [[nodiscard]] bool is_rule_sound(const TileValues& values, Color us, const Tile& legal) const;

    MaterialKey key_;
    const TileLayout& layout_;
    detail::TileScheme scheme_;
};

}  // namespace philidor
