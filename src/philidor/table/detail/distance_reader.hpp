/// @file
/// Stored distances: written as a whole, read on demand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/distance_codec.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// Encodes a table of distances to zeroing or to mate. Equal tables give equal bytes, for any number of
/// threads.
[[nodiscard]] EncodedTable encode_distances(const DistanceTable& table,
                                            unsigned threads = 1,
                                            TableKind kind = TableKind::dtz);

/// A stored distance table. Opening it reads only the header. Each query reads and decodes one block; nothing
/// is cached. Several threads may ask at once.
class DistanceReader {
  public:
    /// A reader of a file of the kind `TableKind::dtz` or `TableKind::dtm`.
    [[nodiscard]] static std::shared_ptr<const DistanceReader> over(BlockFile file);

    DistanceReader(const DistanceReader&) = delete;
    DistanceReader& operator=(const DistanceReader&) = delete;
    ~DistanceReader() = default;

    /// The key of the table.
    [[nodiscard]] const TableKey& key() const { return key_; }

    /// Whether the distances count the 50-move rule. Those of the first version of the format do not.
    [[nodiscard]] bool knows_rule() const { return file_.header().knows_rule(); }

    /// The number of bytes.
    [[nodiscard]] std::uint64_t byte_count() const { return file_.byte_count(); }

    /// The distance of a board that this table serves, like `DistanceTable::distance_of`.
    [[nodiscard]] Result<unsigned, TableError> distance_of(const Board& board) const;

    /// Reads the whole table.
    [[nodiscard]] Result<DistanceTable, TableError> load(unsigned threads = 1) const;

  private:
    explicit DistanceReader(BlockFile file);

    BlockFile file_;
    TableKey key_;
    TileLayout layout_;
    DistanceCodec codec_;
};

}  // namespace philidor
