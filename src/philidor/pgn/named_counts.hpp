/// @file
/// How often each key occurs in games, under the names that keys have in an index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "philidor/pgn/key_counts.hpp"

namespace philidor {

/// How keys are named in an index.
enum class KeyNames : std::uint8_t {
    canonical,  ///< of the tables
    raw,        ///< as on the board: colours are not exchanged and nothing is mirrored
};

/// What games tell about a key. White is White of the key: where naming it has exchanged the colours, the
/// results are exchanged as well.
struct NamedCount {
    std::string key;
    std::uint64_t positions = 0;
    std::uint64_t games = 0;
    std::uint64_t white_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t black_wins = 0;
    KeyExample first;

    /// The same in all.
    friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

/// Sorted by key, each once: a database takes them much faster so, and it is cheap to add two of them up.
using NamedCounts = std::vector<NamedCount>;

/// Gives counts their names. Keys that have the same are added up; the earlier example counts.
[[nodiscard]] NamedCounts with_names(const KeyCounts& counts, KeyNames names);

/// Adds up; the earlier example counts.
[[nodiscard]] NamedCounts sum_of(NamedCounts a, NamedCounts b);

}  // namespace philidor
