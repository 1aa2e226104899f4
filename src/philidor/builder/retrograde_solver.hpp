/// @file
/// The values of all positions of a key, from the values of its children.
#pragma once

#include <functional>
#include <optional>

#include "philidor/builder/child_table.hpp"
#include "philidor/builder/question.hpp"
#include "philidor/builder/win_table.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_lookup.hpp"

namespace philidor {

/// Solves a key. Children that `lookup` does not find make the values bounds, which are sound: a proved win
/// is one, and what is not a possible win is none. The result does not depend on the number of threads.
[[nodiscard]] Table solve(const CanonicalKey& key, const TableLookup& lookup, unsigned threads = 1);

/// Answers one question about a key that need not be canonical. What an earlier answer to the same question,
/// from fewer children, has `settled` stays so. Empty if `goes_on`, asked before each round, said no.
[[nodiscard]] std::optional<WinTable> solve(
    const MaterialKey& key,
    Question question,
    const ChildLookup& lookup,
    const WinTable* settled = nullptr,
    unsigned threads = 1,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace philidor
