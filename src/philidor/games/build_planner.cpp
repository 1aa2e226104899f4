#include "philidor/games/build_planner.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_set>

#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

std::string_view name_of(TableState state) {
    if (state == TableState::exact) return "exact";
    return state == TableState::bounds ? "bounds" : "absent";
}

double Candidate::score() const { return std::sqrt(per_byte() * per_second()); }

BuildPlanner::Result<BuildPlanner> BuildPlanner::make(const PgnIndex& index, const TableStore& store) {
    BuildPlanner planner(store);
    const auto read = index.for_each_key([&](const CanonicalKey& key, const IndexedKey& counts) {
        planner.positions_[table_for(key.material()).key] += counts.positions;
    });
    if (!read) return fail(GamesError::index, read.error().message);
    planner.keys_.assign(planner.positions_.begin(), planner.positions_.end());
    std::ranges::sort(planner.keys_, [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return planner;
}

BuildPlanner::Result<TableState> BuildPlanner::state_of(const TableKey& key) {
    if (const auto known = states_.find(key); known != states_.end()) return known->second;
    const auto file = store_->find_file(TableKind::wdl, key);
    if (!file && file.error().kind != TableError::absent)
        return fail(GamesError::store, file.error().message);
    TableState state = TableState::absent;
    if (file) state = file->header().is_exact ? TableState::exact : TableState::bounds;
    states_.emplace(key, state);
    return state;
}

BuildPlanner::Result<Coverage> BuildPlanner::coverage() {
    // Most keys are absent: one list of what is there is faster than asking for each.
    const auto stored = store_->keys();
    if (!stored) return fail(GamesError::store, stored.error().message);
    const std::unordered_set<TableKey> there(stored->begin(), stored->end());
    Coverage coverage;
    for (const auto& [key, positions] : keys_) {
        TableState state = TableState::absent;
        if (there.contains(key)) {
            auto found = state_of(key);
            if (!found) return tl::unexpected(std::move(found.error()));
            state = *found;
        }
        Coverage::Part& part = state == TableState::exact    ? coverage.exact
                               : state == TableState::bounds ? coverage.bounds
                                                             : coverage.absent;
        ++part.keys;
        part.positions += positions;
    }
    return coverage;
}

BuildPlanner::Result<void> BuildPlanner::count_leading() {
    leading_.emplace();
    for (const auto& [key, positions] : keys_) {
        const auto state = state_of(key);
        if (!state) return tl::unexpected(state.error());
        if (*state == TableState::exact) continue;
        for (const ChildKey& child : child_keys(key.material())) {
            const TableKey table = table_for(child.key).key;
            if (positions_.contains(table)) (*leading_)[table] += positions;
        }
    }
    return {};
}

BuildPlanner::Result<std::optional<Candidate>> BuildPlanner::utility(const TableKey& key,
                                                                     const PlanLimits& limits) {
    if (!leading_) {
        if (auto counted = count_leading(); !counted) return tl::unexpected(std::move(counted.error()));
    }
    const auto count_in = [&key](const auto& counts) {
        const auto found = counts.find(key);
        return found == counts.end() ? 0 : found->second;
    };
    auto state = state_of(key);
    if (!state) return tl::unexpected(std::move(state.error()));
    Candidate candidate{key, *state, count_in(positions_), 0, count_in(*leading_), 0, {}};
    const KeyGraph graph = KeyGraph::closure_of(key, {.keys = limits.tables + 1});
    if (graph.is_cut_off() || graph.keys().size() > limits.tables) return std::nullopt;
    for (const TableKey& below : graph.keys()) {
        auto state_below = state_of(below);
        if (!state_below) return tl::unexpected(std::move(state_below.error()));
        if (*state_below == TableState::exact) continue;
        ++candidate.tables;
        candidate.cost += cost_of(below);
        if (const auto found = positions_.find(below); found != positions_.end())
            candidate.covered += found->second;
    }
    return candidate;
}

BuildPlanner::Result<std::vector<Candidate>> BuildPlanner::frontier(const PlanLimits& limits,
                                                                    const Budget& budget) {
    std::vector<Candidate> found;
    std::size_t looked_at = 0;
    for (const auto& [key, positions] : keys_) {
        if (looked_at >= limits.candidates) break;
        auto state = state_of(key);
        if (!state) return tl::unexpected(std::move(state.error()));
        if (*state == TableState::exact || key.material().piece_count() > most_layout_pieces) continue;
        ++looked_at;
        if (!budget.goes_on({looked_at, limits.candidates})) return fail(GamesError::stopped, "stopped");
        auto candidate = utility(key, limits);
        if (!candidate) return tl::unexpected(std::move(candidate.error()));
        if (*candidate) found.push_back(**candidate);
    }
    std::ranges::sort(found, [](const Candidate& a, const Candidate& b) {
        return a.score() != b.score() ? a.score() > b.score() : a.key < b.key;
    });
    return found;
}

BuildPlanner::Result<std::vector<Candidate>> BuildPlanner::choose(std::size_t count,
                                                                  const PlanLimits& limits,
                                                                  const Budget& budget) {
    auto candidates = frontier(limits, budget);
    if (!candidates) return candidates;
    std::vector<Candidate> chosen;
    std::unordered_set<TableKey> built;
    for (const Candidate& candidate : *candidates) {
        if (chosen.size() >= count) break;
        if (built.contains(candidate.key)) continue;
        chosen.push_back(candidate);
        const KeyGraph graph = KeyGraph::closure_of(candidate.key);
        built.insert(graph.keys().begin(), graph.keys().end());
    }
    return chosen;
}

}  // namespace philidor
