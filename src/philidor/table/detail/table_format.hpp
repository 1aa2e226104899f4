/// @file
/// The bytes of a stored table of either kind, format version 1. docs/table_format.md describes the same in
/// words and is normative.
///
///     8  magic             "PhilWDL" or "PhilDTZ" and 0x1A
///     1  version           1
///     1  flags             bit 0: exact; bit 1: symmetric; the others are zero
///     1  length of the key
///     n  key               its name as text
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
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// What a table stores about its positions.
enum class TableKind : std::uint8_t {
    wdl,  ///< their values
    dtz,  ///< the distances to zeroing
};

/// Both kinds, for range-for.
inline constexpr std::array all_table_kinds{TableKind::wdl, TableKind::dtz};

/// The name of a kind, "wdl" or "dtz", which is also the extension of its files.
[[nodiscard]] constexpr std::string_view name_of(TableKind kind) {
    return kind == TableKind::wdl ? "wdl" : "dtz";
}

/// The first bytes of a stored table. The last of them ends a text file, in case the table is printed.
[[nodiscard]] constexpr std::string_view magic_of(TableKind kind) {
    return kind == TableKind::wdl ? "PhilWDL\x1A" : "PhilDTZ\x1A";
}

/// The number of tiles in a block; the last block of a table may have fewer.
[[nodiscard]] constexpr std::size_t tiles_per_block(TableKind kind) {
    return kind == TableKind::wdl ? 16 : 4;
}

/// The format version that we write and read.
inline constexpr std::uint8_t table_format_version = 1;

/// The number of bytes before the key. The first nine keep their place and meaning in every version.
inline constexpr std::size_t table_prefix_size = 11;

/// The number of bytes of a checksum.
inline constexpr std::size_t checksum_size = 8;

/// Flags in the header. Stored: do not change.
enum class TableFlag : std::uint8_t {
    exact = 1,      ///< possible wins are not stored, since they equal the proved ones
    symmetric = 2,  ///< values with Black to move are not stored, since they follow from the others
};

/// Everything before the first block.
struct TableHeader {
    CanonicalKey key;                        ///< the key of the table
    bool is_exact;                           ///< see `TableFlag::exact`
    std::vector<std::uint32_t> block_sizes;  ///< the number of bytes of each block
    TableKind kind = TableKind::wdl;         ///< what the table stores

    /// The number of bytes of the header, checksum included.
    [[nodiscard]] std::size_t size() const;
};

/// What the first bytes of a table say about the rest of its header.
struct TablePrefix {
    TableKind kind;          ///< what the table stores
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
[[nodiscard]] constexpr std::size_t header_size(std::size_t key_length, std::size_t block_count) {
    return table_prefix_size + key_length + 4 * block_count + checksum_size;
}

}  // namespace philidor
