/// @file
/// What a table will take, guessed before it is built.
#pragma once

#include "philidor/material/canonical_key.hpp"

namespace philidor {

/// What building tables takes.
struct BuildCost {
    double bytes = 0;    ///< as they are stored
    double seconds = 0;  ///< of one core

    /// Adds up.
    BuildCost& operator+=(const BuildCost& other) {
        bytes += other.bytes;
        seconds += other.seconds;
        return *this;
    }
};

/// The cost of one table, its children apart. It follows the number of positions, as measured over many
/// tables (docs/performance.md); a single table may take several times as much, or as little.
[[nodiscard]] BuildCost cost_of(const CanonicalKey& key);

}  // namespace philidor
