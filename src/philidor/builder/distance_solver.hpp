/// @file
/// Distances to zeroing, from the values of the children.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "philidor/builder/child_table.hpp"
#include "philidor/builder/question.hpp"
#include "philidor/builder/win_distances.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table_lookup.hpp"

namespace philidor {

/// Measures the distances of a key whose children are all there and exact; empty if they are not. It takes
/// about as long as solving the key, and does not need its own values.
[[nodiscard]] std::optional<DistanceTable> measure_distances(const CanonicalKey& key,
                                                             const TableLookup& lookup,
                                                             unsigned threads = 1);

/// Measures the distances of the positions that one side wins, for a key that need not be canonical. Where
/// children are absent, the distances of proved wins are upper bounds of the true ones, those of possible
/// wins lower bounds. Positions that are `won` for reasons that no table knows count as if the next move
/// showed it. Empty if `goes_on`, asked now and then, said no.
[[nodiscard]] std::optional<WinDistances> measure_distances(const MaterialKey& key,
                                                            Question question,
                                                            const ChildLookup& lookup,
                                                            std::span<const Board> won,
                                                            unsigned threads,
                                                            const std::function<bool()>& goes_on);

/// How much memory that takes.
[[nodiscard]] std::uint64_t memory_to_measure(const MaterialKey& key);

}  // namespace philidor
