/// @file
/// Sharing the time until a deadline.
#pragma once

#include <chrono>

namespace philidor {

/// The moment when one of `parts` equal parts of the time left until the deadline will have passed.
[[nodiscard]] inline std::chrono::steady_clock::time_point part_of_time_until(
    std::chrono::steady_clock::time_point deadline, int parts) {
    const auto now = std::chrono::steady_clock::now();
    return now + (deadline - now) / parts;
}

}  // namespace philidor
