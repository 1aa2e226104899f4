/// @file
/// How the time and the memory of a proof are shared out. All shares stand here, so that they can be seen
/// together.
#pragma once

#include <chrono>
#include <cstdint>

#include "philidor/base/budget.hpp"
#include "philidor/material/detail/table_size.hpp"

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

/// What an answer takes, roughly: for each table, and for each of its tiles. Measured over endings of pawns,
/// of knights and of bishops: 90 to 120 bytes a tile.
inline constexpr std::uint64_t bytes_per_answer = 200;
inline constexpr std::uint64_t bytes_per_answer_tile = 120;

/// What the answers to four questions about the tables without promotions take.
[[nodiscard]] inline std::uint64_t base_bytes(std::uint64_t tables, std::uint64_t tiles) {
    const Amount for_tables = Amount(tables) * Amount(4 * bytes_per_answer);
    return (for_tables + Amount(tiles) * Amount(4 * bytes_per_answer_tile)).number();
}

/// Tables that are being solved take no more than a quarter of the memory, apart from their answers.
[[nodiscard]] inline Budget for_tables_side_by_side(const Budget& budget) {
    return budget.with_memory(budget.memory_bytes / 4);
}

/// The rest is for answers.
[[nodiscard]] inline std::uint64_t most_answer_bytes(const Budget& budget) {
    return budget.memory_bytes - budget.memory_bytes / 4;
}

/// The memory that leaves this much for answers.
[[nodiscard]] inline std::uint64_t memory_for_answers(std::uint64_t bytes) {
    return (Amount(bytes) + Amount(bytes / 3)).number();
}

/// The most tiles of an attempt: what its answers take, if none is forgotten before the end.
[[nodiscard]] inline std::uint64_t most_attempt_tiles(const Budget& budget) {
    return most_answer_bytes(budget) / bytes_per_answer_tile;
}

/// From here on no more tables with new pieces are kept.
[[nodiscard]] inline std::uint64_t most_kept_bytes(const Budget& budget) { return budget.memory_bytes / 2; }

/// The most keys that are looked up in a store: a proof with more tables than fit in memory does not begin.
[[nodiscard]] inline std::uint64_t most_stored_keys(const Budget& budget) {
    return most_answer_bytes(budget) / (4 * (bytes_per_answer + bytes_per_answer_tile));
}

}  // namespace philidor::detail::policy
