/// @file
/// How often each key occurs in games, under the names that keys have in an index.
#pragma once

#include <vector>

#include "philidor/pgn/detail/key_counts.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor::detail {

/// Sorted by key, each key once: this way a database takes them much faster, and two lists are cheap to add.
using NamedCounts = std::vector<NamedCount>;

/// Gives counts their names. Keys of the same name are added up; the earlier example stays.
[[nodiscard]] NamedCounts with_names(const KeyCounts& counts, KeyNames names);

/// The sum of both; the earlier example stays.
[[nodiscard]] NamedCounts sum_of(NamedCounts a, NamedCounts b);

}  // namespace philidor::detail
