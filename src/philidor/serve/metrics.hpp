/// @file
/// Numbers for monitoring the server.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "philidor/serve/route.hpp"
#include "philidor/serve/solve_queue.hpp"

namespace philidor {

/// What is counted by itself.
enum class Event : std::uint8_t {
    cache_hit,
    cache_miss,
    solve_begun,
    solve_settled,  ///< all that was asked for was found
    solve_open,     ///< it was not, in time
    solve_cancelled,
    store_failure,
    refused_full,
    refused_unfair,
    connection_failed,
};

/// Counts requests and what they led to. Thread-safe.
class Metrics {
  public:
    /// Counts something.
    void count(Event event) { events_[static_cast<std::size_t>(event)].fetch_add(1, relaxed); }

    /// Counts a request that was answered.
    void count_request(std::string_view path, int status, std::chrono::duration<double> time);

    /// All numbers as Prometheus reads them.
    [[nodiscard]] std::string text(const SolveQueue::Load& load) const;

  private:
    static constexpr std::memory_order relaxed = std::memory_order_relaxed;
    static constexpr std::size_t event_count = 10;
    /// Paths without a route are counted together, so that a client cannot make us count a million of them.
    static constexpr std::size_t path_count = routes.size() + 1;
    static constexpr std::size_t class_count = 4;  ///< 2xx, 3xx, 4xx, 5xx
    static constexpr std::size_t bucket_count = 6;

    using Counter = std::atomic<std::uint64_t>;

    [[nodiscard]] std::uint64_t get(Event event) const {
        return events_[static_cast<std::size_t>(event)].load(relaxed);
    }

    std::array<Counter, event_count> events_{};
    std::array<std::array<Counter, class_count>, path_count> requests_{};
    std::array<Counter, bucket_count> buckets_{};  ///< by the time a request took
    Counter microseconds_{0};
};

}  // namespace philidor
