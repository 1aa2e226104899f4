/// @file
/// How often each key occurs in games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "philidor/material/material_key.hpp"
#include "philidor/pgn/games_in.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor::detail {

/// What games tell about a key.
struct KeyCount {
    MaterialKey key;
    std::uint64_t positions = 0;
    std::uint64_t games = 0;                   ///< with at least one such position
    std::array<std::uint64_t, 4> by_result{};  ///< those games, by `GameResult`
    KeyExample first;

    /// The games with this result.
    [[nodiscard]] std::uint64_t games_with(GameResult result) const {
        return by_result[static_cast<std::size_t>(result)];
    }
};

/// Counts by key. The keys are as they stand on the board, not canonical. It is an open-addressing hash table
/// of places in the list of counts; at most half of the slots are full.
class KeyCounts {
  public:
    /// Nothing is counted yet.
    KeyCounts();

    /// The place of a key in `all()`, which stays the same; a new key is added with `first`.
    [[nodiscard]] std::size_t place_of(const MaterialKey& key, const KeyExample& first);

    /// The counts at a place.
    [[nodiscard]] KeyCount& operator[](std::size_t place) { return counts_[place]; }

    /// All counts, in the order in which the keys came.
    [[nodiscard]] std::span<const KeyCount> all() const { return counts_; }

    /// How many keys there are.
    [[nodiscard]] std::size_t size() const { return counts_.size(); }

  private:
    void grow();

    std::vector<KeyCount> counts_;
    std::vector<std::uint32_t> slots_;  ///< 0 if empty, else 1 + place
};

}  // namespace philidor::detail
