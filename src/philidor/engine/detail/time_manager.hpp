/// @file
/// How much time a move gets.
#pragma once

#include <chrono>
#include <optional>

#include "philidor/chess/piece.hpp"
#include "philidor/engine/analysis.hpp"

namespace philidor {

/// How long one move may take.
struct TimeBudget {
    std::chrono::milliseconds usual;  ///< after this no new iteration is started
    std::chrono::milliseconds most;   ///< after this the search ends at once
};

/// The time for a move; empty if there is no time limit. `overhead` is the time lost between engine and
/// clock.
[[nodiscard]] std::optional<TimeBudget> time_budget(const SearchLimits& limits,
                                                    Color side,
                                                    std::chrono::milliseconds overhead);

}  // namespace philidor
