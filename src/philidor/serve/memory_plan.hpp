/// @file
/// How the server shares out its memory.
#pragma once

#include <algorithm>
#include <cstdint>

namespace philidor {

/// The parts of the memory of the process.
struct MemoryPlan {
    std::uint64_t cache_bytes = 0;   ///< for cached answers
    std::uint64_t tables_bytes = 0;  ///< for tables of the store and distances that are kept at hand
    std::uint64_t proof_bytes = 0;   ///< for each of the proofs that run at a time
};

/// Shares out the memory of the process among caches and proofs, of which one more than `workers` may run at
/// a time. The cache has at most `cache_bytes`. A proof counts its tables only; what comes with them takes a
/// quarter more, and the program itself some 64 MB.
[[nodiscard]] constexpr MemoryPlan plan_memory(std::uint64_t bytes,
                                               unsigned workers,
                                               std::uint64_t cache_bytes) {
    constexpr std::uint64_t own_bytes = std::uint64_t{64} << 20U;
    MemoryPlan plan;
    plan.cache_bytes = std::min(cache_bytes, bytes / 8);
    plan.tables_bytes = bytes / 8;
    const std::uint64_t taken = plan.cache_bytes + plan.tables_bytes + own_bytes;
    const std::uint64_t left = std::max(bytes / 4, bytes - std::min(bytes, taken));
    plan.proof_bytes = left / (workers + 1) / 5 * 4;
    return plan;
}

}  // namespace philidor
