/// @file
/// How often each key occurs in games, under the names that keys have in an index.
#pragma once

#include <vector>

#include "philidor/pgn/detail/key_counts.hpp"
#include "philidor/pgn/named_count.hpp"

namespace philidor::detail {

/// Sorted by key, each once: a database takes them much faster so, and it is cheap to add two of them up.
using NamedCounts = std::vector<NamedCount>;

/// Gives counts their names. Keys that have the same are added up; the earlier example counts.
[[nodiscard]] NamedCounts with_names(const KeyCounts& counts, KeyNames names);

/// Adds up; the earlier example counts.
[[nodiscard]] NamedCounts sum_of(NamedCounts a, NamedCounts b);

}  // namespace philidor::detail
