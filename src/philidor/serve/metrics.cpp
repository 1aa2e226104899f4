#include "philidor/serve/metrics.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "philidor/base/process_memory.hpp"

namespace philidor {

namespace {

/// Upper ends, in seconds; the last has none.
constexpr std::array bucket_ends{0.001, 0.01, 0.1, 1.0, 10.0};

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

std::string Metrics::text(const SolveQueue::Load& load) const {
    std::string text =
        "# HELP philidor_requests_total Requests answered.\n# TYPE philidor_requests_total counter\n";
    const auto out = std::back_inserter(text);
    for (std::size_t path = 0; path < path_count; ++path) {
        for (std::size_t status = 0; status < class_count; ++status) {
            const std::uint64_t number = requests_[path][status].load(relaxed);
            if (number == 0) continue;
            fmt::format_to(out, "philidor_requests_total{{path=\"{}\",status=\"{}xx\"}} {}\n",
                           path < routes.size() ? routes[path].path : "other", status + 2, number);
        }
    }
    fmt::format_to(out,
                   "# HELP philidor_request_seconds How long requests took.\n"
                   "# TYPE philidor_request_seconds histogram\n");
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
        sum += buckets_[bucket].load(relaxed);
        const std::string end = bucket < bucket_ends.size() ? fmt::to_string(bucket_ends[bucket]) : "+Inf";
        fmt::format_to(out, "philidor_request_seconds_bucket{{le=\"{}\"}} {}\n", end, sum);
    }
    fmt::format_to(out, "philidor_request_seconds_sum {}\nphilidor_request_seconds_count {}\n",
                   static_cast<double>(microseconds_.load(relaxed)) / 1e6, sum);
    add_metric(text, "cache_hits_total", "counter", "Answers that were remembered.", get(Event::cache_hit));
    add_metric(text, "cache_misses_total", "counter", "Answers that were not.", get(Event::cache_miss));
    add_metric(text, "solves_total", "counter", "Positions that were looked at.", get(Event::solve_begun));
    add_metric(text, "solves_settled_total", "counter", "Of these, answered in full.",
               get(Event::solve_settled));
    add_metric(text, "solves_open_total", "counter", "Of these, not answered in full in time.",
               get(Event::solve_open));
    add_metric(text, "solves_cancelled_total", "counter", "Of these, given up since nobody waited any more.",
               get(Event::solve_cancelled));
    add_metric(text, "store_failures_total", "counter", "Tables that could not be read or written.",
               get(Event::store_failure));
    add_metric(text, "refused_full_total", "counter", "Refused because the queue was full.",
               get(Event::refused_full));
    add_metric(text, "refused_unfair_total", "counter", "Refused because of one client's share of the queue.",
               get(Event::refused_unfair));
    add_metric(text, "connections_failed_total", "counter", "Connections ended for want of memory.",
               get(Event::connection_failed));
    add_metric(text, "solves_running", "gauge", "Positions that are being looked at.", load.running);
    add_metric(text, "solves_waiting", "gauge", "Positions that wait for their turn.", load.waiting);
    add_metric(text, "resident_memory_bytes", "gauge", "Memory of the process.", resident_memory());
    return text;
}

}  // namespace philidor
