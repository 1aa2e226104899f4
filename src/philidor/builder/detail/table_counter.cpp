#include "philidor/builder/detail/table_counter.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "philidor/builder/detail/chosen_device.hpp"
#include "philidor/builder/detail/device_solver.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_builder.hpp"
#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

TableCount count_of(const TableKey& key, const ByColor<detail::DeviceCounts>& counts, double seconds) {
    TableCount result{key, {}, {}, seconds};
    for (const Color side : all_colors) {
        const detail::DeviceCounts& own = counts[side];
        ValueCounts& values = result.values[side];
        values.legal = own.attacker_legal;
        values.wins = own.attacker_won;
        values.losses = counts[!side].defender_lost;
        values.draws = values.legal - values.wins - values.losses;
        result.checksums[side] = own.checksum;
    }
    return result;
}

class Counter {
  public:
    Counter(const TablePlan& plan,
            const BuildOptions& options,
            const Budget& budget,
            const std::function<void(const TableCount&)>& tell)
        : plan_(plan), options_(options), budget_(budget), tell_(tell) {}

    Result<BuildReport, BuildError> count() {
        const Clock::time_point begin = Clock::now();
        std::string why_not;
        const auto device = detail::chosen_device(options_.device, why_not);
        if (device == nullptr && options_.device == DeviceChoice::cuda)
            return tl::unexpected(Error<BuildError>{BuildError::no_device, why_not});
        for (const auto& level : plan_.levels) {
            for (const TableKey& key : level) progress_.all_positions += table_size(key).positions.number();
        }
        progress_.all_tables = plan_.tables;
        std::optional<detail::DeviceSolver> solver;
        if (device != nullptr) solver.emplace(*device);
        for (const auto& level : plan_.levels) {
            const bool is_last = &level == &plan_.levels.back();
            const auto error = solver ? count_on_device(*solver, *device, level, is_last) : count_here(level);
            if (error) return tl::unexpected(*error);
        }
        BuildReport report;
        report.tables = report.built = plan_.tables;
        report.positions = progress_.positions;
        report.seconds = seconds_since(begin);
        if (device != nullptr) report.device = device->name();
        return report;
    }

  private:
    using Failure = std::optional<Error<BuildError>>;

    Failure count_on_device(detail::DeviceSolver& solver,
                            detail::Device& device,
                            const std::vector<TableKey>& level,
                            bool is_last) {
        for (std::size_t begin = 0; begin < level.size();) {
            const std::span<const TableKey> batch =
                detail::next_batch(std::span(level).subspan(begin), device.free_bytes() / 2);
            const Clock::time_point start = Clock::now();
            const auto outcome = solver.solve(batch, [](const TableKey&) { return nullptr; }, budget_);
            if (outcome != detail::DeviceOutcome::done) return failure_of(outcome, device, batch.front());
            const double seconds = seconds_since(start) / static_cast<double>(batch.size());
            for (const TableKey& key : batch) {
                const auto counts = solver.counts(key);
                if (!counts) return failure_of(detail::DeviceOutcome::no_room, device, key);
                finish(count_of(key, *counts, seconds));
                if (is_last) solver.forget(key);
            }
            begin += batch.size();
        }
        return std::nullopt;
    }

    [[nodiscard]] Failure failure_of(detail::DeviceOutcome outcome,
                                     const detail::Device& device,
                                     const TableKey& key) const {
        if (outcome == detail::DeviceOutcome::stopped) return detail::end_of(budget_);
        if (outcome == detail::DeviceOutcome::at_fault)
            return Error<BuildError>{BuildError::no_device, *device.fault()};
        return Error<BuildError>{
            BuildError::not_enough_memory,
            fmt::format("{} takes more memory to solve than {} has", to_string(key), device.name())};
    }

    /// The counts and the checksum are those of a device, which here only looks at what the processor solved.
    Failure count_here(const std::vector<TableKey>& level) {
        const auto lookup = [&](const TableKey& key) -> const Table* {
            const auto found = tables_.find(key);
            return found == tables_.end() ? nullptr : found->second.get();
        };
        for (const TableKey& key : level) {
            const Clock::time_point start = Clock::now();
            if (memory_to_solve(key) > budget_.memory_bytes) {
                return Error<BuildError>{
                    BuildError::not_enough_memory,
                    fmt::format("{} takes {} bytes of memory to solve, but {} are allowed", to_string(key),
                                memory_to_solve(key), budget_.memory_bytes)};
            }
            auto table = solve_table(key, lookup, budget_);
            if (!table) return detail::end_of(budget_);
            const double seconds = seconds_since(start);
            const auto device = detail::make_plain_device(budget_.memory_bytes);
            detail::DeviceSolver solver(*device);
            const bool is_there = solver.adopt(*table) == detail::DeviceOutcome::done;
            const auto counts = is_there ? solver.counts(key) : std::nullopt;
            if (!counts) return failure_of(detail::DeviceOutcome::no_room, *device, key);
            finish(count_of(key, *counts, seconds));
            tables_.emplace(key, std::make_unique<const Table>(*std::move(table)));
        }
        return std::nullopt;
    }

    void finish(const TableCount& count) {
        ++progress_.tables;
        progress_.positions += table_size(count.key).positions.number();
        if (options_.progress) options_.progress(progress_);
        tell_(count);
    }

    const TablePlan& plan_;
    const BuildOptions& options_;
    const Budget& budget_;
    const std::function<void(const TableCount&)>& tell_;
    BuildProgress progress_;
    std::unordered_map<TableKey, std::unique_ptr<const Table>> tables_;  ///< solved by the processor
};

}  // namespace

Result<BuildReport, BuildError> count_tables(const TablePlan& plan,
                                             const BuildOptions& options,
                                             const std::function<void(const TableCount&)>& tell) {
    const Budget budget =
        Budget::starting_now(options.time, options.memory_bytes, options.threads, options.stop);
    return Counter(plan, options, budget, tell).count();
}

}  // namespace philidor
