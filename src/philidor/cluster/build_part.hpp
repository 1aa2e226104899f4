/// @file
/// One step of a run: a part becomes a pack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/base/result.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/cluster/run_error.hpp"
#include "philidor/cluster/run_plan.hpp"

namespace philidor {

/// What was done.
struct PartReport {
    bool was_there = false;      ///< the pack was there and right, and nothing was done
    std::uint64_t tables = 0;    ///< of the pack
    std::uint64_t bytes = 0;     ///< of the pack
    std::uint64_t checksum = 0;  ///< of the pack
    double seconds = 0;          ///< that it took
    std::string damage;          ///< what was wrong with an older pack, which was set aside; empty if nothing
};

/// Builds a part from the packs of the levels below it. It does nothing if its pack is there and right. If it
/// is stopped, what is done by then is kept as `<part>.unfinished`, and the next call goes on from there. The
/// bytes of the pack depend on the plan alone. Of the options it heeds threads, memory, stop and progress.
[[nodiscard]] Result<PartReport, RunError> build_part(const std::string& folder,
                                                      const RunPlan& plan,
                                                      std::size_t level,
                                                      std::size_t part,
                                                      const BuildOptions& options);

}  // namespace philidor
