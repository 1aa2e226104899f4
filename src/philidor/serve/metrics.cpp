#include "philidor/serve/metrics.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "philidor/base/detail/process_memory.hpp"

namespace philidor {

namespace {

/// The upper ends of the buckets, in seconds. The last bucket has none.
constexpr std::array bucket_ends{0.001, 0.01, 0.1, 1.0, 10.0};

/// How an event appears in the metrics.
struct EventMetric {
    Event event;
    std::string_view name;
    std::string_view help;
};

constexpr std::array event_metrics{
    EventMetric{Event::cache_hit, "cache_hits_total", "Answers found in the cache."},
    EventMetric{Event::cache_miss, "cache_misses_total", "Answers not found in the cache."},
    EventMetric{Event::looked_up, "looked_up_total", "Answers found in tables without a proof."},
    EventMetric{Event::solve_begun, "solves_total", "Positions worked on."},
    EventMetric{Event::solve_settled, "solves_settled_total", "Of these, answered completely."},
    EventMetric{Event::solve_open, "solves_open_total", "Of these, not answered completely in time."},
    EventMetric{Event::solve_cancelled, "solves_cancelled_total",
                "Of these, abandoned because no client was waiting any more."},
    EventMetric{Event::store_failure, "store_failures_total", "Tables that could not be read or written."},
    EventMetric{Event::refused_full, "refused_full_total", "Refused because the queue was full."},
    EventMetric{Event::refused_unfair, "refused_unfair_total",
                "Refused because one client had its share of the queue."},
    EventMetric{Event::refused_connection, "refused_connections_total",
                "Connections refused because there were too many."},
    EventMetric{Event::log_dropped, "log_lines_dropped_total", "Lines of the log that could not be written."},
    EventMetric{Event::connection_failed, "connections_failed_total",
                "Connections closed for lack of memory."},
};

void add_metric(std::string& text,
                std::string_view name,
                std::string_view type,
                std::string_view help,
                std::uint64_t value) {
    fmt::format_to(std::back_inserter(text),
                   "# HELP philidor_{0} {1}\n# TYPE philidor_{0} {2}\nphilidor_{0} {3}\n", name, help, type,
                   value);
}

}  // namespace

void Metrics::count_request(std::string_view path, int status, std::chrono::duration<double> time) {
    static_assert(bucket_count == bucket_ends.size() + 1);
    const auto status_class = static_cast<std::size_t>(std::clamp(status / 100, 2, 5) - 2);
    requests_[route_index(path)][status_class].fetch_add(1, relaxed);
    const auto bucket = std::ranges::lower_bound(bucket_ends, time.count()) - bucket_ends.begin();
    buckets_[static_cast<std::size_t>(bucket)].fetch_add(1, relaxed);
    microseconds_.fetch_add(static_cast<std::uint64_t>(time.count() * 1e6), relaxed);
}

void Metrics::add_requests(std::string& text) const {
    text += "# HELP philidor_requests_total Requests answered.\n# TYPE philidor_requests_total counter\n";
    const auto out = std::back_inserter(text);
    for (std::size_t path = 0; path < path_count; ++path) {
        for (std::size_t status = 0; status < class_count; ++status) {
            const std::uint64_t number = requests_[path][status].load(relaxed);
            if (number == 0) continue;
            fmt::format_to(out, "philidor_requests_total{{path=\"{}\",status=\"{}xx\"}} {}\n",
                           path < routes.size() ? routes[path].path : "other", status + 2, number);
        }
    }
}

void Metrics::add_request_times(std::string& text) const {
    text +=
        "# HELP philidor_request_seconds How long requests took.\n"
        "# TYPE philidor_request_seconds histogram\n";
    const auto out = std::back_inserter(text);
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
        sum += buckets_[bucket].load(relaxed);
        const std::string end = bucket < bucket_ends.size() ? fmt::to_string(bucket_ends[bucket]) : "+Inf";
        fmt::format_to(out, "philidor_request_seconds_bucket{{le=\"{}\"}} {}\n", end, sum);
    }
    fmt::format_to(out, "philidor_request_seconds_sum {}\nphilidor_request_seconds_count {}\n",
                   static_cast<double>(microseconds_.load(relaxed)) / 1e6, sum);
}

std::string Metrics::text(const SolveQueue::Load& load, std::size_t lost_stores) const {
    static_assert(event_metrics.size() == event_count);
    std::string text;
    add_requests(text);
    add_request_times(text);
    for (const auto& [event, name, help] : event_metrics) add_metric(text, name, "counter", help, get(event));
    add_metric(text, "solves_running", "gauge", "Positions being worked on.", load.running);
    add_metric(text, "solves_waiting", "gauge", "Positions waiting for their turn.", load.waiting);
    add_metric(text, "stores_lost", "gauge", "Stores that were deleted or replaced while they were open.",
               lost_stores);
    add_metric(text, "resident_memory_bytes", "gauge", "Memory of the process.", resident_memory());
    return text;
}

}  // namespace philidor
