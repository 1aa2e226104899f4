/// @file
/// Waiting for another thread or process.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace philidor::test_support {

/// Whether the condition becomes true within a minute.
[[nodiscard]] inline bool eventually(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    return condition();
}

}  // namespace philidor::test_support
