/// @file
/// The bytes of a stored table of either kind, format version 2. docs/table_format.md describes the same in
/// words and is normative.
///
///     8  magic             "PhilWDL" or "PhilDTZ" and 0x1A
///     1  version           2; or 1, which has no maker and no layer for the 50-move rule
///     1  flags             bit 0: exact; 1: symmetric; 2: rule layer; 3: bounds in it; the others are zero
///     1  length of the key
///     n  key               its name as text
///     1  maker             the revision of the program that made it
///     1  rounds            how long its wins take
///     4  for each block    its number of bytes
///     8  checksum          of everything above, seed 0
///     then for each block
///     m  bytes             see BlockCodec and DistanceCodec
///     8  checksum          of these bytes; the seed is the number of the block
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// What a table stores about its positions.
enum class TableKind : std::uint8_t {
    wdl,  ///< their values
    dtz,  ///< the distances to zeroing
    dtm,  ///< the distances to mate
};

/// All kinds, for range-for.
inline constexpr std::array all_table_kinds{TableKind::wdl, TableKind::dtz, TableKind::dtm};

/// The name of a kind, "wdl", "dtz" or "dtm", which is also the extension of its files.
[[nodiscard]] constexpr std::string_view name_of(TableKind kind) {
    constexpr std::array<std::string_view, all_table_kinds.size()> names{"wdl", "dtz", "dtm"};
    return names[static_cast<std::size_t>(kind)];
}

/// The first bytes of a stored table. The last of them ends a text file, in case the table is printed.
[[nodiscard]] constexpr std::string_view magic_of(TableKind kind) {
    constexpr std::array<std::string_view, all_table_kinds.size()> magics{"PhilWDL\x1A", "PhilDTZ\x1A",
                                                                          "PhilDTM\x1A"};
    return magics[static_cast<std::size_t>(kind)];
}

/// The number of tiles in a block; the last block of a table may have fewer.
[[nodiscard]] constexpr std::size_t tiles_per_block(TableKind kind) {
    return kind == TableKind::wdl ? 16 : 4;
}

/// The format version that we write. We read all versions up to it.
inline constexpr std::uint8_t table_format_version = 2;

/// The revision of this program as a maker of tables: raised whenever solver or codecs change, so that tables
/// can be found if they turn out to be wrong. Version 1 of the format does not tell; its tables count as 1.
inline constexpr std::uint8_t maker_revision = 2;

/// The number of bytes before the key. The first nine keep their place and meaning in every version.
inline constexpr std::size_t table_prefix_size = 11;

/// The number of bytes of a checksum.
inline constexpr std::size_t checksum_size = 8;

/// Flags in the header. Stored: do not change.
enum class TableFlag : std::uint8_t {
    exact = 1,        ///< possible wins are not stored, since they equal the proved ones
    symmetric = 2,    ///< values with Black to move are not stored, since they follow from the others
    rule_layer = 4,   ///< wins under the 50-move rule are stored, since they differ from the others
    rule_bounds = 8,  ///< and they are not exact
};

/// Everything before the first block.
struct TableHeader {
    CanonicalKey key;                              ///< what it is the table of
    bool is_exact;                                 ///< see `TableFlag::exact`
    std::vector<std::uint32_t> block_sizes;        ///< the number of bytes of each block
    TableKind kind = TableKind::wdl;               ///< what the table stores
    LayerState rule_layer = LayerState::absent;    ///< what is stored about the 50-move rule
    std::uint8_t version = table_format_version;   ///< of the format
    std::uint8_t maker = maker_revision;           ///< which revision of the program made it
    std::uint8_t rounds = most_rounds_under_rule;  ///< see `Table::rounds`

    /// Whether values with Black to move follow from those with White to move.
    [[nodiscard]] bool is_symmetric() const;

    /// Whether the table tells of the 50-move rule. One of version 1 does not.
    [[nodiscard]] bool knows_rule() const { return version >= 2; }

    /// The number of bytes of the header, checksum included.
    [[nodiscard]] std::size_t size() const;
};

/// What the first bytes of a table say about the rest of its header.
struct TablePrefix {
    TableKind kind;          ///< what the table stores
    std::uint8_t version;    ///< of the format
    std::uint8_t flags;      ///< a combination of `TableFlag`
    std::size_t key_length;  ///< the number of bytes of the key
};

/// The header as bytes, checksum included.
[[nodiscard]] Bytes encode_header(const TableHeader& header);

/// Reads the first `table_prefix_size` bytes of a table of this kind.
[[nodiscard]] Result<TablePrefix, TableError> decode_prefix(TableKind kind, ByteView bytes);

/// Reads the name of the table and checks it against the flags.
[[nodiscard]] Result<CanonicalKey, TableError> decode_key(const TablePrefix& prefix, ByteView text);

/// Reads the whole header of a table with `block_count` blocks. `bytes` must be the header and nothing more.
[[nodiscard]] Result<TableHeader, TableError> decode_header(const TablePrefix& prefix,
                                                            const CanonicalKey& key,
                                                            std::size_t block_count,
                                                            ByteView bytes);

/// The number of bytes of a header.
[[nodiscard]] constexpr std::size_t header_size(std::size_t key_length,
                                                std::size_t block_count,
                                                std::uint8_t version = table_format_version) {
    const std::size_t maker_and_rounds = version == 1 ? 0 : 2;
    return table_prefix_size + key_length + maker_and_rounds + 4 * block_count + checksum_size;
}

}  // namespace philidor
