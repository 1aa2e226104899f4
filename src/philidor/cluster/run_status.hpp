/// @file
/// How far a run is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/cluster/part_log.hpp"
#include "philidor/cluster/run_plan.hpp"

namespace philidor {

/// How far a part is.
enum class PartState : std::uint8_t {
    done,     ///< its pack is there
    running,  ///< it was started, and has not ended as far as its log tells
    failed,   ///< it has failed, or was killed
    stopped,  ///< it was stopped and can go on
    missing,  ///< it was never started
};

/// All states, for range-for.
inline constexpr std::array all_part_states{PartState::done, PartState::running, PartState::failed,
                                            PartState::stopped, PartState::missing};

/// "done", "running", "failed", "stopped" or "missing".
[[nodiscard]] std::string_view name_of(PartState state);

/// How far a part is, and what its log says last.
struct PartStatus {
    std::size_t level = 0;
    std::size_t part = 0;
    PartState state = PartState::missing;
    std::optional<PartLogLine> last;  ///< the last line of its log
    double seconds_used = 0;          ///< by all attempts that have ended
};

/// How far a run is.
struct RunStatus {
    std::vector<PartStatus> parts;  ///< all, by level
    double seconds_used = 0;        ///< by all attempts that have ended
    double seconds_left = 0;        ///< of one process, by the plan and the pace so far
    std::uint64_t bytes = 0;        ///< of the packs that are there
};

/// Looks at the packs and the logs of a run. What a process that was killed did last it cannot say, unless
/// that was on this machine: the part then counts as running until somebody starts it again.
[[nodiscard]] RunStatus status_of(const std::string& folder, const RunPlan& plan);

}  // namespace philidor
