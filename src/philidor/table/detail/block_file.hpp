/// @file
/// A stored table of either kind: a header, and blocks with checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/detail/table_format.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// The bytes of a table, ready to be stored under its key. docs/table_format.md describes them.
struct EncodedTable {
    CanonicalKey key;                 ///< the key of the table
    Bytes bytes;                      ///< the whole table as it is stored
    TableKind kind = TableKind::wdl;  ///< what the table stores

    /// Whether the header says that all values are known.
    [[nodiscard]] bool is_exact() const;
};

/// A stored table. Opening it reads only the header, and the blocks are not interpreted here. Every byte is
/// checked before it is used, and an error names the table and the block. Several threads may read at once.
class BlockFile {
  public:
    /// Opens a table of this kind. `name` says in messages where it is.
    [[nodiscard]] static Result<BlockFile, TableError> open(TableKind kind,
                                                            std::shared_ptr<const ByteSource> source,
                                                            std::string name);

    /// Opens the table of this key. The table of another key is an error.
    [[nodiscard]] static Result<BlockFile, TableError> open(TableKind kind,
                                                            std::shared_ptr<const ByteSource> source,
                                                            std::string name,
                                                            const CanonicalKey& key);

    /// The header: the key of the table and how it is stored.
    [[nodiscard]] const TableHeader& header() const { return header_; }

    /// The number of blocks.
    [[nodiscard]] std::size_t block_count() const { return header_.block_sizes.size(); }

    /// The number of bytes.
    [[nodiscard]] std::uint64_t byte_count() const { return source_->size(); }

    /// Reads a block and verifies its checksum.
    [[nodiscard]] Result<Bytes, TableError> read_block(std::size_t block) const;

    /// Reads all blocks, on several threads at once, and passes each one with its number to `use`. Returns
    /// the error of a block that cannot be read; other blocks may have been passed on by then.
    [[nodiscard]] Result<void, TableError> read_all(
        unsigned threads, const std::function<void(std::size_t block, const Bytes& bytes)>& use) const;

    /// The bytes as they are stored, fully checked, for storing them elsewhere.
    [[nodiscard]] Result<EncodedTable, TableError> copy() const;

    /// Reads all blocks and verifies their checksums, without decoding or solving anything. The error names
    /// the first damaged block.
    [[nodiscard]] Result<void, TableError> check() const;

  private:
    BlockFile(std::shared_ptr<const ByteSource> source, std::string name, TableHeader header);

    std::shared_ptr<const ByteSource> source_;
    std::string name_;
    TableHeader header_;
    std::vector<std::uint64_t> offsets_;  ///< where each block starts
};

/// The bytes of a table with these blocks. The sizes in the header are filled in here.
[[nodiscard]] EncodedTable join_blocks(TableHeader header, std::span<const Bytes> blocks);

}  // namespace philidor
