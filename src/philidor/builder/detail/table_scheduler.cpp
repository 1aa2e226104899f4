#include "philidor/builder/detail/table_scheduler.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "philidor/base/parallel.hpp"

namespace philidor::detail {

namespace {

/// A thread is started for no fewer tiles than this, which take about as long as starting it.
constexpr std::uint64_t fewest_tiles_for_a_thread = 8;

/// What sharing a table among threads costs: it takes this much longer than an equal part for each would.
constexpr double sharing_cost = 1.25;

/// With more tables than this for each thread, the threads are busy to the end anyway.
constexpr std::size_t many_tables = 8;

/// How long tables take side by side, if every thread that is free takes the next.
std::uint64_t time_side_by_side(std::span<const TableCost> tables, std::size_t threads) {
    std::vector<std::uint64_t> busy_until(threads);
    for (const TableCost& table : tables) *std::ranges::min_element(busy_until) += table.tiles;
    return std::ranges::max(busy_until);
}

std::uint64_t all_tiles(std::span<const TableCost> tables) {
    return std::accumulate(tables.begin(), tables.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const TableCost& table) { return sum + table.tiles; });
}

}  // namespace

TableScheduler::TableScheduler(const Budget& budget)
    : for_all_(budget), for_one_(budget), for_silent_(budget.for_one_thread()) {
    for_one_.threads = 1;
}

TableSchedule TableScheduler::schedule(std::span<const TableCost> tables) const {
    std::vector<std::size_t> order(tables.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto tiles_at = [&](std::size_t place) { return tables[place].tiles; };
    if (!std::ranges::is_sorted(order, std::ranges::greater(), tiles_at)) {
        std::ranges::stable_sort(order, std::ranges::greater(), tiles_at);
    }
    std::vector<TableCost> sorted;
    sorted.reserve(order.size());
    for (const std::size_t place : order) sorted.push_back(tables[place]);

    const std::size_t shared = count_shared(sorted);
    const std::span<const TableCost> rest = std::span(sorted).subspan(shared);
    TableSchedule schedule;
    schedule.shared.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shared));
    schedule.side_by_side.assign(order.begin() + static_cast<std::ptrdiff_t>(shared), order.end());
    schedule.workers = count_workers(rest);
    for (const TableCost& table : rest.first(std::min(schedule.workers, rest.size()))) {
        schedule.peak_bytes += table.bytes;
    }
    for (const std::size_t place : schedule.shared) {
        schedule.peak_bytes = std::max(schedule.peak_bytes, tables[place].bytes);
    }
    return schedule;
}

/// How many of the tables, largest first, all threads share.
std::size_t TableScheduler::count_shared(std::span<const TableCost> sorted) const {
    const std::size_t threads = for_all_.threads;
    if (threads == 1) return 0;
    const auto shareable = static_cast<std::size_t>(std::ranges::count_if(
        sorted, [](const TableCost& table) { return table.tiles >= fewest_tiles_to_share; }));
    std::size_t fewest = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool fits = sorted[i].bytes <= for_all_.memory_bytes / threads;
        if (!fits) fewest = i + 1;
    }
    std::uint64_t rest = all_tiles(sorted.subspan(fewest));
    while (fewest < shareable && sorted[fewest].tiles * threads > rest) rest -= sorted[fewest++].tiles;
    if (sorted.size() - fewest > many_tables * threads) return fewest;

    // A few tables more may be shared, so that no thread is idle at the end.
    const auto time_of = [&](std::size_t shared) {
        const auto together = static_cast<double>(all_tiles(sorted.first(shared)));
        const auto apart = static_cast<double>(time_side_by_side(sorted.subspan(shared), threads));
        return sharing_cost * together / static_cast<double>(threads) + apart;
    };
    const std::size_t most = std::min(shareable, fewest + threads - 1);
    std::size_t best = fewest;
    for (std::size_t shared = fewest + 1; shared <= most; ++shared) {
        if (time_of(shared) < time_of(best)) best = shared;
    }
    return best;
}

std::size_t TableScheduler::count_workers(std::span<const TableCost> sorted) const {
    const std::uint64_t busy = all_tiles(sorted) / fewest_tiles_for_a_thread;
    const auto most = std::min<std::uint64_t>(for_all_.threads, sorted.size());
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(busy, 1, std::max<std::uint64_t>(1, most)));
}

bool TableScheduler::run(const TableSchedule& schedule,
                         std::span<const TableCost> tables,
                         const Solve& solve) const {
    for (const std::size_t place : schedule.shared) {
        if (!solve(place, for_all_)) return false;
    }
    std::atomic<bool> goes_on = true;
    std::atomic<std::size_t> next = 0;
    const auto take_tables = [&] {
        for (std::size_t i = next++; i < schedule.side_by_side.size() && goes_on; i = next++) {
            const std::size_t place = schedule.side_by_side[i];
            const bool is_small = tables[place].tiles < fewest_tiles_to_share;
            if (!solve(place, is_small ? for_silent_ : for_one_)) goes_on = false;
        }
    };
    parallel_for(schedule.workers, static_cast<unsigned>(schedule.workers),
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t worker = begin; worker < end; ++worker) take_tables();
                 });
    return goes_on;
}

}  // namespace philidor::detail
