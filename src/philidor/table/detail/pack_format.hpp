/// @file
/// The bytes of a pack, format version 1: a file of many tables that is written once. docs/pack_format.md
/// describes the same in words and is normative.
///
///     16  header      magic "PhilPAK" and 0x1A, version 1, seven zeros
///         tables      their bytes, one after the other, in the order of the index
///         index       pages of up to 100 entries and a checksum
///         directory   the name of the first entry of each page, then that of the last entry of all
///     48  footer      numbers and checksums
///
/// The index is at the end, so that a pack is written from front to back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/detail/table_format.hpp"

namespace philidor::detail {

/// The first bytes of a pack.
inline constexpr std::string_view pack_magic = "PhilPAK\x1A";

/// The format version that we write and read.
inline constexpr std::uint8_t pack_format_version = 1;

/// The number of bytes before the first table.
inline constexpr std::size_t pack_header_size = 16;

/// The number of bytes after the directory.
inline constexpr std::size_t pack_footer_size = 48;

/// The number of bytes of a name.
inline constexpr std::size_t pack_name_size = 24;

/// The number of bytes of an entry of the index.
inline constexpr std::size_t pack_entry_size = pack_name_size + 16;

/// The number of entries of a page; the last one may have fewer.
inline constexpr std::size_t pack_page_entries = 100;

/// The number of bytes of a full page, checksum included.
inline constexpr std::size_t pack_page_size = pack_page_entries * pack_entry_size + checksum_size;

/// A key and a kind as bytes whose order is that of the index: by `key_rank`, then by key, then by kind. So
/// tables stand before those that need them.
using PackName = std::array<std::byte, pack_name_size>;

/// The name of a table.
[[nodiscard]] PackName pack_name_of(TableKind kind, const CanonicalKey& key);

/// A table that a name means.
struct NamedTable {
    TableKind kind;
    CanonicalKey key;
};

/// Reads a name; empty if it is that of no table.
[[nodiscard]] std::optional<NamedTable> parse_pack_name(ByteView name);

/// Where a table lies in a pack.
struct PackPlace {
    std::uint64_t offset = 0;  ///< of its first byte in the file
    std::uint64_t size = 0;    ///< the number of bytes
};

/// The last bytes of a pack.
struct PackFooter {
    std::uint64_t tables = 0;              ///< how many there are
    std::uint64_t index = 0;               ///< where the index begins
    std::uint64_t file_size = 0;           ///< of the whole pack
    std::uint64_t content_checksum = 0;    ///< of all bytes before the footer
    std::uint64_t directory_checksum = 0;  ///< of the directory

    /// The number of pages of the index.
    [[nodiscard]] std::uint64_t pages() const {
        return tables / pack_page_entries + (tables % pack_page_entries == 0 ? 0 : 1);
    }
    /// Where the directory begins.
    [[nodiscard]] std::uint64_t directory() const {
        return index + tables * pack_entry_size + pages() * checksum_size;
    }
    /// The number of bytes of the directory.
    [[nodiscard]] std::uint64_t directory_size() const {
        return tables == 0 ? 0 : (pages() + 1) * pack_name_size;
    }
};

/// The header as bytes.
[[nodiscard]] Bytes encode_pack_header();

/// The footer as bytes, its own checksum included.
[[nodiscard]] Bytes encode_pack_footer(const PackFooter& footer);

/// Reads a footer; empty if its checksum is wrong.
[[nodiscard]] std::optional<PackFooter> decode_pack_footer(ByteView bytes);

}  // namespace philidor::detail
