/// @file
/// The values of all positions of a key, from the values of its children.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/base/budget.hpp"
#include "philidor/builder/child_table.hpp"
#include "philidor/builder/question.hpp"
#include "philidor/builder/win_table.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_lookup.hpp"

namespace philidor {

/// How many tiles have to be solved: images of each other count once.
[[nodiscard]] std::uint64_t tiles_to_solve(const MaterialKey& key);

/// How much memory answering one question about this many tiles takes, apart from the children.
[[nodiscard]] std::uint64_t memory_to_answer(std::uint64_t tiles);

/// How much memory solving a table takes, the children that have to be at hand included.
[[nodiscard]] std::uint64_t memory_to_solve(const CanonicalKey& key);

/// Solves a table. Children that `lookup` does not find make the values bounds, which are sound: a proved win
/// is one, and what is not a possible win is none. The result does not depend on the number of threads. Empty
/// if the budget, which is asked before each round, ended the work.
[[nodiscard]] std::optional<Table> solve_table(const CanonicalKey& key,
                                               const TableLookup& lookup,
                                               const Budget& budget = {});

/// Answers one question about a key that need not be canonical. What an earlier answer to the same question,
/// from fewer children, has `settled` stays so. Empty if the budget ended the work, likewise.
[[nodiscard]] std::optional<WinTable> solve_question(const MaterialKey& key,
                                                     Question question,
                                                     const ChildLookup& lookup,
                                                     const WinTable* settled = nullptr,
                                                     const Budget& budget = {});

}  // namespace philidor
