/// @file
/// A quick check of a stored table: some of its positions against the tables that their moves lead to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

/// Checks this many positions of a key, chosen at random, as `Prober::check` does. It is an error if tables
/// contradict each other. Moves to absent tables contradict nothing.
[[nodiscard]] Result<void, TableError> check_samples(const TableKey& key,
                                                     Prober& prober,
                                                     std::size_t positions,
                                                     std::uint64_t seed = 1);

}  // namespace philidor
