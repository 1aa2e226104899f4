/// @file
/// A stored table, read on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/block_codec.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// A stored table. Opening it reads only the header. Each query reads and decodes one block; nothing is
/// cached. Several threads may ask at once. Every byte is checked before it is used, and an error names the
/// table and the block.
class TableReader {
  public:
    /// Opens a table. `name` says in messages where it is.
    [[nodiscard]] static Result<std::shared_ptr<const TableReader>, TableError> open(
        std::shared_ptr<const ByteSource> source, std::string name);

    /// Opens the table of this key. The table of another key is an error.
    [[nodiscard]] static Result<std::shared_ptr<const TableReader>, TableError> open(
        std::shared_ptr<const ByteSource> source, std::string name, const TableKey& key);

    /// A reader of a file of the kind `TableKind::wdl`.
    [[nodiscard]] static std::shared_ptr<const TableReader> over(BlockFile file);

    TableReader(const TableReader&) = delete;
    TableReader& operator=(const TableReader&) = delete;
    ~TableReader() = default;

    /// The key of the table.
    [[nodiscard]] const TableKey& key() const { return table_.key; }

    /// Whether every value is known.
    [[nodiscard]] bool is_exact() const { return file_.header().is_exact; }

    /// The number of blocks.
    [[nodiscard]] std::size_t block_count() const { return file_.block_count(); }

    /// The number of bytes.
    [[nodiscard]] std::uint64_t byte_count() const { return file_.byte_count(); }

    /// Whether the table tells of the 50-move rule. One of the first version of the format does not: under
    /// the rule its wins are possible wins.
    [[nodiscard]] bool knows_rule() const { return file_.header().knows_rule(); }

    /// The value of a board that this table serves, like `Table::value_of`.
    [[nodiscard]] Result<std::optional<RuledValue>, TableError> value_of(const Board& board) const;

    /// Reads the whole table.
    [[nodiscard]] Result<Table, TableError> load(unsigned threads = 1) const;

    /// The bytes as they are stored; see `BlockFile::copy`.
    [[nodiscard]] Result<EncodedTable, TableError> copy() const { return file_.copy(); }

    /// Verifies the checksums of all blocks; see `BlockFile::check`.
    [[nodiscard]] Result<void, TableError> check() const { return file_.check(); }

  private:
    explicit TableReader(BlockFile file);

    [[nodiscard]] std::optional<RuledValue> value_at(const TileValues& values, const TilePlace& place) const;
    void write_tile(std::size_t tile, const TileValues& values, Table& table) const;

    BlockFile file_;
    TableReference table_;  ///< of the file's key, which in old files may be the mirror image
    TileLayout layout_;     ///< of the file's key
    BlockCodec codec_;
};

}  // namespace philidor
