/// @file
/// Stored tables for a search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/syzygy_tables.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The tables of a store, and Syzygy's, for a search. Most positions of a search have no table, so this keeps
/// a list of the keys and never looks for a table that is not there. Thread-safe.
class TableKnowledge {
  public:
    /// The default limits. Distances are computed only if that is quick, because a clock may be running.
    static constexpr ProberOptions usual_options{.memory_bytes = std::uint64_t{256} << 20U};

    /// Takes a store and lists its tables, and Syzygy's tables, which may be null. Returns an error if the
    /// list cannot be read.
    [[nodiscard]] static Result<std::unique_ptr<TableKnowledge>, TableError> open(
        std::unique_ptr<TableStore> store,
        std::unique_ptr<SyzygyTables> syzygy = nullptr,
        const ProberOptions& options = usual_options);

    /// The number of tables in the store.
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    /// The bounds of a position in its table. Empty if there is no table, if a side may castle, or if the
    /// table cannot be read: a search must go on.
    [[nodiscard]] std::optional<WdlBounds> bounds_of(const Board& board);

    /// Whether this ending has a table.
    [[nodiscard]] bool has_table_of(const Ending& ending) const;

    /// The values and distances of an ending and its moves.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending) { return prober_.answer(ending); }

  private:
    TableKnowledge(std::unique_ptr<TableStore> store,
                   std::unique_ptr<SyzygyTables> syzygy,
                   std::unordered_set<TableKey> keys,
                   ProberOptions options);

    std::unique_ptr<TableStore> store_;
    std::unique_ptr<SyzygyTables> syzygy_;
    std::unordered_set<TableKey> keys_;
    unsigned most_men_ = 0;  ///< the most men in any table
    Prober prober_;
};

}  // namespace philidor
