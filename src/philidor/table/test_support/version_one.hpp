/// @file
/// Tables as older programs have stored them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/index/detail/placement_image.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/block_codec.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_format.hpp"

namespace philidor::test_support {

/// The values of a tile of a layout that the symmetry leads to from the table's.
[[nodiscard]] inline TileValues values_of_image(const Table& table,
                                                const TileLayout& layout,
                                                Symmetry symmetry,
                                                std::size_t tile) {
    const Placement placement = image_of(layout.placement_of(tile), layout, symmetry, table.layout());
    const TileLayout::Place place = table.layout().locate(placement);
    TileValues values;
    for (const Certainty certainty : all_certainties) {
        for (const Color us : all_colors) {
            const WinTiles& wins = table.raw_wins(certainty, place.tile, symmetry(us));
            for (const Color winner : all_colors) {
                values[Rule::none][certainty][us].wins[winner] =
                    image(turned(wins.wins[symmetry(winner)], place.turn.inverse()), symmetry);
            }
        }
    }
    return values;
}

/// The table as version 1 of the format had it: the key itself or its mirror image, with a shorter header.
[[nodiscard]] inline Bytes as_version_one(const Table& table, const CanonicalKey& name) {
    TableHeader old{name, table.is_exact(), {}};
    old.version = 1;
    const TileLayout layout(name.material(), TileLayout::Turns::used);
    const BlockCodec codec(old, layout);
    const Symmetry symmetry = table_for(name.material()).symmetry;
    ByteWriter header;
    ByteWriter blocks;
    header.write_text(magic_of(TableKind::wdl));
    header.write_u8(1);
    header.write_u8(
        static_cast<std::uint8_t>((table.is_exact() ? 1U : 0U) | (name.is_symmetric() ? 2U : 0U)));
    const std::string text = to_string(name);
    header.write_u8(static_cast<std::uint8_t>(text.size()));
    header.write_text(text);
    for (std::size_t block = 0; block < codec.block_count(); ++block) {
        const Bytes bytes = codec.encode(
            block, [&](std::size_t tile) { return values_of_image(table, layout, symmetry, tile); });
        header.write_u32(static_cast<std::uint32_t>(bytes.size()));
        blocks.write_bytes(bytes);
        blocks.write_u64(checksum_of(bytes, block));
    }
    header.write_u64(checksum_of(header.view()));
    header.write_bytes(blocks.view());
    return header.take();
}

/// The table under its own name.
[[nodiscard]] inline Bytes as_version_one(const Table& table) { return as_version_one(table, table.key()); }

}  // namespace philidor::test_support
