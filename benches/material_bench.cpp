// How fast the operations on keys are. Every benchmark checks its result.
//
//     canonicalize                 keys per second
//     for_each_change              keys per second, and changes per second
//     child_keys                   keys per second, with the list that users get
//     closure/<pawns>/<pieces>     keys per second, with children and levels
//     table_size                   keys per second

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/material/canonical_key.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace {

using philidor::KeyGraph;
using philidor::KeyLimits;
using philidor::MaterialKey;
using philidor::TableKey;

TableKey key_of(const std::string& text) {
    return philidor::table_for(philidor::parse_key(text).value()).key;
}

/// The pawns of the Lasker-Reichhelm position.
const std::string famous_key = "Ka4d4f4d5vKa5d6f5";

/// Keys as they occur in a closure: both orientations of all keys with at most one piece.
std::vector<MaterialKey> usual_keys() {
    std::vector<MaterialKey> keys;
    const KeyGraph graph = KeyGraph::closure_of(key_of(famous_key), {.pieces = 1});
    for (const TableKey& key : graph.keys()) {
        keys.push_back(key.material());
        keys.push_back(key.material().image(philidor::Symmetry::swap_sides()));
    }
    return keys;
}

/// Calls `work` with each of the usual keys and reports keys per second.
template <class Work>
void run_over_keys(benchmark::State& state, const Work& work) {
    const auto keys = usual_keys();
    for (auto _ : state) {
        for (const MaterialKey& key : keys) work(key);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(keys.size()));
}

void canonicalize_keys(benchmark::State& state) {
    run_over_keys(state,
                  [](const MaterialKey& key) { benchmark::DoNotOptimize(philidor::canonicalize(key)); });
}

void visit_changes(benchmark::State& state) {
    std::int64_t changes = 0;
    run_over_keys(state, [&](const MaterialKey& key) {
        philidor::for_each_change(key, [&](const philidor::KeyChange& /*change*/, const MaterialKey& child) {
            benchmark::DoNotOptimize(&child);
            ++changes;
        });
    });
    state.counters["changes"] = benchmark::Counter(static_cast<double>(changes), benchmark::Counter::kIsRate);
}

void list_child_keys(benchmark::State& state) {
    run_over_keys(state, [](const MaterialKey& key) { benchmark::DoNotOptimize(philidor::child_keys(key)); });
}

void measure_tables(benchmark::State& state) {
    run_over_keys(state, [](const MaterialKey& key) {
        benchmark::DoNotOptimize(philidor::table_size(philidor::table_for(key).key));
    });
}

void find_closure(benchmark::State& state,
                  const std::string& root,
                  const KeyLimits& limits,
                  std::size_t expected) {
    for (auto _ : state) {
        const KeyGraph graph = KeyGraph::closure_of(key_of(root), limits);
        if (graph.keys().size() != expected) {
            state.SkipWithError(("found " + std::to_string(graph.keys().size()) + " keys").c_str());
            return;
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(expected));
}

void add_closure(const std::string& name,
                 const std::string& root,
                 const KeyLimits& limits,
                 std::size_t expected) {
    benchmark::RegisterBenchmark(("closure/" + name).c_str(), [=](benchmark::State& state) {
        find_closure(state, root, limits, expected);
    })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argument_count, char** arguments) {
    benchmark::RegisterBenchmark("canonicalize", canonicalize_keys);
    benchmark::RegisterBenchmark("for_each_change", visit_changes);
    benchmark::RegisterBenchmark("child_keys", list_child_keys);
    benchmark::RegisterBenchmark("table_size", measure_tables);
    add_closure("lasker_reichhelm/1_piece", famous_key, {.pieces = 1}, 35'445);
    add_closure("three_free_pawns/2_pieces", "Ka2b2c2vKa7b7c7", {.pieces = 2}, 110'621);
    add_closure("four_pawns_against_three/1_piece", "Ka2b2c2d2vKa7b7c7", {.pieces = 1}, 1'408'773);
    add_closure("four_pawns_against_three/all", "Ka2b2c2d2vKa7b7c7", {}, 2'127'645);
    add_closure("four_free_pawns/1_piece", "Ka2b2c2d2vKa7b7c7d7", {.pieces = 1}, 5'212'261);
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
