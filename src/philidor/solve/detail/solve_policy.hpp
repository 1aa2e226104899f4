/// @file
/// How the time and the memory of a proof are shared out. All shares stand here, so that they can be seen
/// together.
#pragma once

#include <chrono>
#include <cstdint>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/win_table.hpp"

namespace philidor::detail::policy {

/// Reading what a store knows shall save time, not take it all.
[[nodiscard]] inline Budget for_recalling(const Budget& budget) { return budget.part(1, 4); }

/// A proof that works for long saves what it has now and then: a kill loses no more than this.
inline constexpr std::chrono::duration<double> time_between_saves = std::chrono::minutes(1);

/// A proof that begins with what a store knows may find out who wins and not how, since tables with new
/// pieces are not stored. Then it is given up early, and the rest of the time is for one from nothing.
[[nodiscard]] inline Budget for_stored_proof(const Budget& budget) { return budget.part(1, 4); }

/// Tables of few men are built in half of the time; the rest is for a proof.
[[nodiscard]] inline Budget for_building(const Budget& budget) { return budget.part(1, 2); }

/// What a tile of the tables without promotions takes: the answers to four questions are kept, with as much
/// room again for what comes later.
inline constexpr std::uint64_t bytes_per_base_tile = 8 * sizeof(AnswerTiles);

/// The most tiles of all tables without promotions.
[[nodiscard]] inline std::uint64_t most_base_tiles(const Budget& budget) {
    return budget.memory_bytes / bytes_per_base_tile;
}

/// The most tiles of an attempt: most of its tables are forgotten while others are still to come.
[[nodiscard]] inline std::uint64_t most_attempt_tiles(const Budget& budget) {
    return 4 * (budget.memory_bytes / sizeof(AnswerTiles));
}

/// From here on no more tables with new pieces are kept.
[[nodiscard]] inline std::uint64_t most_kept_bytes(const Budget& budget) { return budget.memory_bytes / 2; }

/// The most keys that are looked up in a store: a proof with more tables than fit in memory does not begin.
[[nodiscard]] inline std::uint64_t most_stored_keys(const Budget& budget) {
    return budget.memory_bytes / (4 * sizeof(AnswerTiles));
}

/// Tables that are solved side by side take no more than a quarter of the memory, apart from their answers.
[[nodiscard]] inline Budget for_tables_side_by_side(const Budget& budget) {
    return budget.with_memory(budget.memory_bytes / 4);
}

}  // namespace philidor::detail::policy
