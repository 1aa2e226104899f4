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

#include "philidor/base/byte_source.hpp"
#include "philidor/base/bytes.hpp"
#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_format.hpp"

namespace philidor {

/// The bytes of a table, ready to be stored under its key. docs/table_format.md describes them.
struct EncodedTable {
    CanonicalKey key;
    Bytes bytes;
    TableKind kind = TableKind::wdl;
};

/// A stored table of which only the header has been read; what is in its blocks is the business of others.
/// Every byte is checked before it is believed, and an error names the table and the block. Several threads
/// may read at once.
class BlockFile {
  public:
    /// Opens a table of this kind; `name` says in messages where it is.
    [[nodiscard]] static Result<BlockFile, TableError> open(TableKind kind,
                                                            std::shared_ptr<const ByteSource> source,
                                                            std::string name);

    /// Opens the table of this key; that of another one is an error.
    [[nodiscard]] static Result<BlockFile, TableError> open(TableKind kind,
                                                            std::shared_ptr<const ByteSource> source,
                                                            std::string name,
                                                            const CanonicalKey& key);

    /// What it is the table of, and how it is stored.
    [[nodiscard]] const TableHeader& header() const { return header_; }

    /// How many blocks it has.
    [[nodiscard]] std::size_t block_count() const { return header_.block_sizes.size(); }

    /// How many bytes it has.
    [[nodiscard]] std::uint64_t byte_count() const { return source_->size(); }

    /// Reads a block and compares its checksum.
    [[nodiscard]] Result<Bytes, TableError> read_block(std::size_t block) const;

    /// Reads all blocks, on several threads at once, and hands each one with its number to `use`. The error
    /// is that of a block which cannot be read; others may have been handed over by then.
    [[nodiscard]] Result<void, TableError> read_all(
        unsigned threads, const std::function<void(std::size_t block, const Bytes& bytes)>& use) const;

    /// The bytes as they are stored, all checked: to be stored elsewhere.
    [[nodiscard]] Result<EncodedTable, TableError> copy() const;

    /// Reads all blocks and compares their checksums, without solving or decoding anything. The error names
    /// the first block that is damaged.
    [[nodiscard]] Result<void, TableError> check() const;

  private:
    BlockFile(std::shared_ptr<const ByteSource> source, std::string name, TableHeader header);

    std::shared_ptr<const ByteSource> source_;
    std::string name_;
    TableHeader header_;
    std::vector<std::uint64_t> offsets_;  ///< where each block begins
};

/// The bytes of a table whose blocks are these; the header still lacks their sizes.
[[nodiscard]] EncodedTable join_blocks(TableHeader header, std::span<const Bytes> blocks);

}  // namespace philidor
