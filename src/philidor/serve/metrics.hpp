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

/// An event that is counted.
enum class Event : std::uint8_t {
    cache_hit,           ///< an answer was in the cache
    cache_miss,          ///< an answer was not in the cache
    looked_up,           ///< an answer was found in tables, or by the rules alone
    solve_begun,         ///< work on a position began
    solve_settled,       ///< it ended with a complete answer
    solve_open,          ///< it ended without a complete answer
    solve_cancelled,     ///< it was abandoned because no client was waiting
    store_failure,       ///< a table could not be read or written
    refused_full,        ///< a request was refused because the queue was full
    refused_unfair,      ///< a request was refused because its client had its share of the queue
    refused_connection,  ///< a connection was refused because there were too many
    log_dropped,         ///< a line of the log could not be written
    connection_failed,   ///< a connection was closed for lack of memory
};

/// Counts requests and other events. Thread-safe.
class Metrics {
  public:
    /// Counts an event, or several of a kind.
    void count(Event event, std::size_t number = 1) {
        events_[static_cast<std::size_t>(event)].fetch_add(number, relaxed);
    }

    /// Counts a request that was answered.
    void count_request(std::string_view path, int status, std::chrono::duration<double> time);

    /// All numbers in the format of Prometheus.
    [[nodiscard]] std::string text(const SolveQueue::Load& load, std::size_t lost_stores) const;

  private:
    static constexpr std::memory_order relaxed = std::memory_order_relaxed;
    static constexpr std::size_t event_count = 13;
    /// Paths without a route are counted together, so that a client cannot fill the memory with counters.
    static constexpr std::size_t path_count = routes.size() + 1;
    static constexpr std::size_t class_count = 4;  ///< 2xx, 3xx, 4xx, 5xx
    static constexpr std::size_t bucket_count = 6;

    using Counter = std::atomic<std::uint64_t>;

    [[nodiscard]] std::uint64_t get(Event event) const {
        return events_[static_cast<std::size_t>(event)].load(relaxed);
    }
    void add_requests(std::string& text) const;
    void add_request_times(std::string& text) const;

    std::array<Counter, event_count> events_{};
    std::array<std::array<Counter, class_count>, path_count> requests_{};
    std::array<Counter, bucket_count> buckets_{};  ///< requests by the time they took
    Counter microseconds_{0};                      ///< the time of all requests together
};

}  // namespace philidor
