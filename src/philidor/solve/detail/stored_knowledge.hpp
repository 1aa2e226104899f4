/// @file
/// What earlier proofs have left in a store.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// The answer to a question about a key as a table has it. The table is that of the canonical key.
[[nodiscard]] std::unique_ptr<WinTable> answer_in(const Table& table,
                                                  const MaterialKey& key,
                                                  Question question);

/// The table of what is known about a key; empty if some question has no answer, or if the key is one of
/// those that cannot be stored with different knowledge about both sides. It is exact if nothing is open.
[[nodiscard]] std::optional<Table> table_of(const Knowledge& knowledge, const MaterialKey& key);

/// Brings tables from a store to the knowledge of a proof, and back.
class StoredKnowledge {
  public:
    /// Both must outlive it. It looks at no more keys than these.
    StoredKnowledge(TableStore& store, Knowledge& knowledge, std::size_t most_keys)
        : store_(store), knowledge_(knowledge), most_keys_(most_keys) {}

    /// Reads the tables of all keys that play can lead to from this one without a promotion; of some of them
    /// if the budget ends the work. A damaged table is left out; the error names the first, and all others
    /// are read nevertheless.
    [[nodiscard]] Result<void, TableError> recall(const MaterialKey& root, const Budget& budget = {});

    /// Stores what is known of those keys, together with what the store knows by now. Its exact tables stay
    /// as they are, and damaged ones are set aside. How many were stored. Of the budget it heeds the threads
    /// alone: what was proved until the time was up, or until the work was stopped, is worth storing.
    [[nodiscard]] Result<std::size_t, TableError> save(const MaterialKey& root, const Budget& budget = {});

  private:
    [[nodiscard]] Result<void, TableError> recall_one(const MaterialKey& key);
    [[nodiscard]] std::vector<std::vector<MaterialKey>> known_keys(const MaterialKey& root) const;
    [[nodiscard]] Result<std::optional<EncodedTable>, TableError> encode(
        std::span<const MaterialKey> images) const;

    TableStore& store_;
    Knowledge& knowledge_;
    std::size_t most_keys_;
};

}  // namespace philidor
