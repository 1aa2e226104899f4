/// @file
/// The values of all positions of a key, from the values of its children.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor {

/// How many tiles have to be solved: images of each other count once.
[[nodiscard]] std::uint64_t tiles_to_solve(const MaterialKey& key);

/// How much memory answering one question about this many tiles takes, apart from the children.
[[nodiscard]] std::uint64_t memory_to_answer(std::uint64_t tiles);

/// How much memory solving a table takes, the children that have to be at hand included.
[[nodiscard]] std::uint64_t memory_to_solve(const TableKey& key);

/// Solves a table. Children that `lookup` does not find make the values bounds, which are sound: a proved win
/// is one, and what is not a possible win is none. The result does not depend on the number of threads. Empty
/// if the budget, which is asked before each round, ended the work.
[[nodiscard]] std::optional<Table> solve_table(const TableKey& key,
                                               const TableLookup& lookup,
                                               const Budget& budget = {});

/// What is known about the wins of one side, from fewer children: what is proved stays so, and what is not
/// possible as well. Each may be null.
struct KnownWins {
    const WinTable* proved = nullptr;    ///< the answer for proved wins
    const WinTable* possible = nullptr;  ///< the answer for possible wins
};

/// Answers questions about a key that need not be canonical. What the rules say about the key is found once
/// for all of them.
class QuestionSolver {
  public:
    /// Uses this many threads, unless the table is too small to be shared.
    QuestionSolver(const MaterialKey& key, unsigned threads) : key_(key), system_(key, threads) {}

    /// The answer to a question, given what is known. Empty if the budget, which is asked before each round,
    /// ended the work.
    [[nodiscard]] std::optional<WinTable> answer(Question question,
                                                 const ChildLookup& lookup,
                                                 const KnownWins& known,
                                                 const Budget& budget) const;

  private:
    MaterialKey key_;
    detail::TileSystem system_;
};

/// Answers one question about a key, likewise.
[[nodiscard]] std::optional<WinTable> solve_question(const MaterialKey& key,
                                                     Question question,
                                                     const ChildLookup& lookup,
                                                     const KnownWins& known = {},
                                                     const Budget& budget = {});

}  // namespace philidor
