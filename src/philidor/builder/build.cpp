#include "philidor/builder/build.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_builder.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/detail/key_rank.hpp"

namespace philidor {

namespace {

/// What the options allow. Progress is told in other words, see `BuildProgress`.
Budget budget_of(const BuildOptions& options) {
    return Budget::starting_now(options.time, options.memory_bytes, options.threads, options.stop);
}

std::vector<TableKey> without_repetitions(std::span<const TableKey> keys) {
    std::vector<TableKey> unique(keys.begin(), keys.end());
    std::ranges::sort(unique);
    const auto repeated = std::ranges::unique(unique);
    unique.erase(repeated.begin(), repeated.end());
    return unique;
}

std::vector<std::vector<TableKey>> levels_of(const std::vector<TableKey>& keys) {
    std::map<unsigned, std::vector<TableKey>> by_rank;
    for (const TableKey& key : keys) by_rank[key_rank(key.material())].push_back(key);
    std::vector<std::vector<TableKey>> levels;
    levels.reserve(by_rank.size());
    for (auto& [rank, level] : by_rank) levels.push_back(std::move(level));
    return levels;
}

Result<std::vector<std::vector<TableKey>>, BuildError> levels_of_closure(const std::vector<TableKey>& keys,
                                                                         const BuildOptions& options,
                                                                         Budget budget) {
    if (options.progress) {
        budget.progress = [&](const Progress& found) {
            options.progress({.tables = static_cast<std::size_t>(found.done),
                              .all_tables = static_cast<std::size_t>(found.total)});
        };
    }
    const KeyGraph graph =
        KeyGraph::closure_of(keys, {.pieces = options.most_pieces, .keys = options.most_tables}, budget);
    if (!budget.goes_on()) return tl::unexpected(detail::end_of(budget));
    if (graph.is_cut_off()) {
        return tl::unexpected(Error<BuildError>{
            BuildError::too_many_tables, fmt::format("more than {} tables are needed", options.most_tables)});
    }
    std::vector<std::vector<TableKey>> levels;
    for (const auto level : graph.levels()) levels.emplace_back(level.begin(), level.end());
    return levels;
}

Result<TablePlan, BuildError> plan_within(std::span<const TableKey> keys,
                                          const BuildOptions& options,
                                          const Budget& budget) {
    const std::vector<TableKey> roots = without_repetitions(keys);
    TablePlan plan;
    if (roots.empty()) return plan;
    for (const TableKey& key : roots) {
        const unsigned men = key.material().man_count();
        if (!options.stores_mates || men <= most_men_with_mates) continue;
        return fail(BuildError::too_many_men,
                    fmt::format("distances to mate are for tables of up to {} men, and {} has {}",
                                most_men_with_mates, to_string(key), men));
    }
    if (options.children == BuildOptions::Children::none) {
        plan.levels = levels_of(roots);
    } else {
        auto levels = levels_of_closure(roots, options, budget);
        if (!levels) return tl::unexpected(levels.error());
        plan.levels = *std::move(levels);
    }
    TableKey largest = roots.front();
    std::uint64_t most_bytes = memory_to_solve(largest);
    for (const auto& level : plan.levels) {
        plan.tables += level.size();
        for (const TableKey& key : level) {
            const std::uint64_t bytes = memory_to_solve(key);
            if (bytes <= most_bytes) continue;
            most_bytes = bytes;
            largest = key;
        }
    }
    plan.largest = largest;
    plan.largest_bytes = detail::memory_to_build(largest, options);
    return plan;
}

}  // namespace

double BuildProgress::share() const {
    const bool is_planned = all_positions == 0;
    const auto done = static_cast<double>(is_planned ? tables : positions);
    const auto all = static_cast<double>(is_planned ? all_tables : all_positions);
    return all == 0 ? 0 : done / all;
}

BuildOptions BuildOptions::within(const Budget& budget) {
    BuildOptions options;
    if (budget.deadline) options.time = *budget.deadline - Budget::Clock::now();
    options.memory_bytes = budget.memory_bytes;
    options.threads = budget.threads;
    options.stop = budget.stop;
    return options;
}

Result<TablePlan, BuildError> plan_tables(std::span<const TableKey> keys, const BuildOptions& options) {
    return plan_within(keys, options, budget_of(options));
}

Result<BuildReport, BuildError> build(const TablePlan& plan, TableStore& store, const BuildOptions& options) {
    return detail::build_tables(plan, store, options, budget_of(options));
}

Result<BuildReport, BuildError> build(std::span<const TableKey> keys,
                                      TableStore& store,
                                      const BuildOptions& options) {
    const Budget budget = budget_of(options);  // the time is for both
    const auto plan = plan_within(keys, options, budget);
    if (!plan) return tl::unexpected(plan.error());
    return detail::build_tables(*plan, store, options, budget);
}

Result<BuildReport, BuildError> build(const TableKey& key, TableStore& store, const BuildOptions& options) {
    return build(std::span(&key, 1), store, options);
}

}  // namespace philidor
