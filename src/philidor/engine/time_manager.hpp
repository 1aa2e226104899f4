/// @file
/// How much time a move gets.
#pragma once

#include <chrono>
#include <optional>

#include "philidor/chess/color.hpp"
#include "philidor/engine/search_limits.hpp"

namespace philidor {

/// How long one move may take.
struct TimeBudget {
    std::chrono::milliseconds usual;  ///< after which no new iteration is begun
    std::chrono::milliseconds most;   ///< after which the search ends at once
};

/// The budget of a move; empty if time is no limit. `overhead` is lost on the way between engine and clock.
[[nodiscard]] std::optional<TimeBudget> time_budget(const SearchLimits& limits,
                                                    Color side,
                                                    std::chrono::milliseconds overhead);

}  // namespace philidor
