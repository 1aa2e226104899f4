/// @file
/// Tables as older programs have stored them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/detail/byte_writer.hpp"
#include "philidor/base/detail/checksum.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor::test_support {

/// The table as version 1 of the format had it: the same blocks behind a shorter header.
[[nodiscard]] inline Bytes as_version_one(const Table& table) {
    const EncodedTable encoded = encode_table(table).value();
    const auto file = BlockFile::open(TableKind::wdl, std::make_shared<const MemoryBytes>(encoded.bytes), "");
    const std::string name = to_string(table.key());
    ByteWriter header;
    header.write_text(magic_of(TableKind::wdl));
    header.write_u8(1);
    header.write_u8(
        static_cast<std::uint8_t>((table.is_exact() ? 1U : 0U) | (table.key().is_symmetric() ? 2U : 0U)));
    header.write_u8(static_cast<std::uint8_t>(name.size()));
    header.write_text(name);
    for (const std::uint32_t size : file->header().block_sizes) header.write_u32(size);
    header.write_u64(checksum_of(header.view()));
    header.write_bytes(ByteView(encoded.bytes).subspan(file->header().size()));
    return header.take();
}

}  // namespace philidor::test_support
