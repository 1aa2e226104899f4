/// @file
/// How well a cache of pawn structures works.
#pragma once

#include <cstdint>

namespace philidor {

/// How often a hash was probed, and how often it had the answer.
struct PawnHashStatistics {
    std::uint64_t probes = 0;  ///< all probes
    std::uint64_t hits = 0;    ///< the probes that were answered from the cache

    /// The share of hits; 0 before the first probe.
    [[nodiscard]] double hit_rate() const {
        return probes == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(probes);
    }

    /// Adds those of another hash.
    PawnHashStatistics& operator+=(const PawnHashStatistics& other) {
        probes += other.probes;
        hits += other.hits;
        return *this;
    }
};

}  // namespace philidor
