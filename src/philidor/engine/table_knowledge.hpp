/// @file
/// What stored tables tell a search.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The tables of a store, for a search that asks about many positions of which few have a table: it knows
/// which keys are there, and opens nothing in vain. Thread-safe.
class TableKnowledge {
  public:
    /// Distances are computed only if that takes a moment, since a clock may be running.
    static constexpr ProberOptions usual_options{.memory_bytes = std::uint64_t{256} << 20U};

    /// Lists the tables of the store.
    [[nodiscard]] static Result<std::unique_ptr<TableKnowledge>, TableError> open(
        std::unique_ptr<TableStore> store, const ProberOptions& options = usual_options);

    /// The number of tables.
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    /// The value of a position as far as its own table knows it. Empty without one, and with castling rights;
    /// also if the table cannot be read, since a search must go on.
    [[nodiscard]] std::optional<WdlBounds> bounds_of(const Board& board);

    /// Whether this ending has a table.
    [[nodiscard]] bool has_table_of(const Ending& ending) const;

    /// All about an ending and its moves.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending) { return prober_.answer(ending); }

  private:
    TableKnowledge(std::unique_ptr<TableStore> store,
                   std::unordered_set<CanonicalKey> keys,
                   const ProberOptions& options);

    std::unique_ptr<TableStore> store_;
    std::unordered_set<CanonicalKey> keys_;
    unsigned most_men_ = 0;  ///< of all tables
    Prober prober_;
};

}  // namespace philidor
