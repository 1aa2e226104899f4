/// @file
/// Sharing the time until a deadline.
#pragma once

#include <chrono>

namespace philidor {

/// When one of so many equal parts of the time that is left until the deadline will have passed.
[[nodiscard]] inline std::chrono::steady_clock::time_point part_of_time_until(
    std::chrono::steady_clock::time_point deadline, int parts) {
    const auto now = std::chrono::steady_clock::now();
    return now + (deadline - now) / parts;
}

}  // namespace philidor
