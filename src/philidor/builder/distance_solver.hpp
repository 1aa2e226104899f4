/// @file
/// Distances to zeroing, from the values of the children.
#pragma once

#include <optional>

#include "philidor/material/canonical_key.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table_lookup.hpp"

namespace philidor {

/// Measures the distances of a key whose children are all there and exact; empty if they are not. It takes
/// about as long as solving the key, and does not need its own values.
[[nodiscard]] std::optional<DistanceTable> measure_distances(const CanonicalKey& key,
                                                             const TableLookup& lookup,
                                                             unsigned threads = 1);

}  // namespace philidor
