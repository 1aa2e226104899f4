/// @file
/// What building a table takes, estimated beforehand.
#pragma once

#include "philidor/material/table_key.hpp"

namespace philidor {

/// What building tables takes.
struct BuildCost {
    double bytes = 0;    ///< as they are stored
    double seconds = 0;  ///< of one core

    /// Adds the cost of other tables.
    BuildCost& operator+=(const BuildCost& other) {
        bytes += other.bytes;
        seconds += other.seconds;
        return *this;
    }
};

/// The cost of one table, without its children. It is estimated from the number of positions, as measured
/// over many tables (docs/performance.md); for a single table it may be wrong by a factor of several.
[[nodiscard]] BuildCost cost_of(const TableKey& key);

}  // namespace philidor
