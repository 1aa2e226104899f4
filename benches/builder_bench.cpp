// How fast tables are solved when their children are in memory. Every benchmark checks its result.
//
//     kings_and_pawns      all tables of KPvK and KPvKP, one on each thread; tables per second
//     absent_children      the 2,000 tables of kings and pawns that a nine-man ending leads to; those with
//                          pieces are absent, so the values are bounds
//     one_piece            a queen with a pawn against a pawn, and with a blocked pair of pawns
//     table/<key>          one large table on one thread and on all
//     closure/<key>        a table with all that it needs, built into a store in memory, likewise
//     pack, unpack         the tiles of an answer of a proof, written and read; nanoseconds for a tile with
//     its three
//                          sets, and bytes; copy: for comparison, the same tiles copied as they are
//     memory/<bytes>       for comparison: how fast the union of two sets of this size is computed

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/keys_of_class.hpp"
#include "philidor/table/table_store.hpp"

namespace {

using namespace philidor;
using test_support::first_difference;
using test_support::keys_of_class;
using test_support::SolvedTables;

/// Solved tables, to be solved again one by one.
class Sample {
  public:
    explicit Sample(unsigned most_pieces = 30) : solved_(most_pieces) {}

    void add(const TableKey& key) { tables_.push_back(&solved_.of(key)); }
    void add(std::string_view name) { tables_.push_back(&solved_.of(name)); }
    void add_class(std::string_view name) {
        for (const TableKey& key : keys_of_class(name)) add(key);
    }
    /// Adds the tables that the ones so far lead to.
    void add_children() { tables_ = solved_.all(); }

    /// Makes `solve_again` possible. No more tables can be added.
    void finish() {
        for (const Table* table : solved_.all()) by_key_[table->key()] = table;
    }

    [[nodiscard]] const std::vector<const Table*>& tables() const { return tables_; }

    [[nodiscard]] Table solve_again(const Table& table, unsigned threads = 1) const {
        const auto lookup = [this](const TableKey& child) -> const Table* {
            const auto found = by_key_.find(child);
            return found == by_key_.end() ? nullptr : found->second;
        };
        Budget budget;
        budget.threads = threads;
        return *solve_table(table.key(), lookup, budget);
    }

  private:
    SolvedTables solved_;
    std::vector<const Table*> tables_;
    std::unordered_map<TableKey, const Table*> by_key_;
};

/// One table per iteration; each thread starts at its own place.
void solve_many(benchmark::State& state, const Sample& (*make_sample)()) {
    const Sample& sample = make_sample();
    const auto& tables = sample.tables();
    if (state.thread_index() == 0) {
        for (const Table* table : tables) {
            if (first_difference(sample.solve_again(*table), *table)) state.SkipWithError("other values");
        }
    }
    std::size_t next =
        tables.size() * static_cast<unsigned>(state.thread_index()) / static_cast<unsigned>(state.threads());
    for (auto _ : state) {
        benchmark::DoNotOptimize(sample.solve_again(*tables[next]));
        next = next + 1 == tables.size() ? 0 : next + 1;
    }
    state.SetItemsProcessed(state.iterations());
}

/// The table and all tables that it needs.
const Sample& sample_of(const std::string& name) {
    static std::map<std::string, Sample> samples;
    Sample& sample = samples[name];
    if (!sample.tables().empty()) return sample;
    sample.add(name);
    sample.finish();
    return sample;
}

void solve_one(benchmark::State& state, const std::string& name) {
    const Sample& sample = sample_of(name);
    const auto threads = static_cast<unsigned>(state.range());
    const Table& table = *sample.tables().front();
    if (first_difference(sample.solve_again(table, threads), table)) state.SkipWithError("other values");
    for (auto _ : state) benchmark::DoNotOptimize(sample.solve_again(table, threads));
}

/// Builds the table of a key and everything below it.
void build_closure(benchmark::State& state, const std::string& name) {
    const TableKey key = table_for(parse_key(name).value()).key;
    const std::size_t tables = plan_tables(std::span(&key, 1)).value().tables;
    for (auto _ : state) {
        const auto store = make_memory_store();
        const auto report = build(key, *store, {.threads = static_cast<unsigned>(state.range())});
        if (!report || report->built != tables) state.SkipWithError("not all tables");
    }
}

const Sample& kings_and_pawns() {
    static const Sample sample = [] {
        Sample tables;
        tables.add_class("KPvK");
        tables.add_class("KPvKP");
        tables.finish();
        return tables;
    }();
    return sample;
}

const Sample& absent_children() {
    static const Sample sample = [] {
        Sample tables(0);
        tables.add("Ka4d4d5f4vKa5d6f5");  // Lasker and Reichhelm, 1901
        tables.add_children();
        tables.finish();
        return tables;
    }();
    return sample;
}

const Sample& one_piece() {
    static const Sample sample = [] {
        Sample tables;
        tables.add_class("KQPvK");
        tables.add_class("KQvKP");
        for (const File file : all_files) {
            for (const Rank rank : {Rank::second, Rank::third, Rank::fourth, Rank::fifth, Rank::sixth}) {
                const Square pawn = make_square(file, rank);
                const Square blocker = square_at(index_of(pawn) + 8);
                tables.add("KQ" + to_string(pawn) + "vK" + to_string(blocker));
            }
        }
        tables.finish();
        return tables;
    }();
    return sample;
}

/// Computes the union of two sets of this many bytes together, the simplest work of the solver's loops.
void unite(benchmark::State& state) {
    const auto bytes = static_cast<std::size_t>(state.range());
    std::vector<Tile> a(bytes / sizeof(Tile) / 2);
    const std::vector<Tile> b(a.size());
    for (auto _ : state) {
        for (std::size_t tile = 0; tile < a.size(); ++tile) a[tile] |= b[tile];
        benchmark::ClobberMemory();
    }
    // Both are read, and one is written.
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes / 2 * 3));
}

/// The answer to "may White win?" for a knight ending whose children are absent, tile by tile.
const std::vector<AnswerTiles>& knight_tiles() {
    static const std::vector<AnswerTiles> tiles = [] {
        const MaterialKey key = parse_key("KNb5d4vKNd5d6").value();
        const WinTable answer = *solve_question(key, {Color::white, Certainty::possible},
                                                [](const MaterialKey& child) { return ChildTable(child); });
        std::vector<AnswerTiles> read;
        for (std::size_t tile = 0; tile < answer.layout().tile_count(); ++tile) {
            read.push_back(answer.read(tile));
        }
        return read;
    }();
    return tiles;
}

WinTable packed_knights() {
    const MaterialKey key = parse_key("KNb5d4vKNd5d6").value();
    WinTable table(key, shared_layout_of(key));
    table.write_all([&](std::size_t tile, AnswerTiles& answer) { answer = knight_tiles()[tile]; });
    return table;
}

void count_tiles(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(knight_tiles().size()));
}

void pack(benchmark::State& state) {
    (void)knight_tiles();
    std::size_t bytes = 0;
    for (auto _ : state) bytes = packed_knights().byte_count();
    state.counters["bytes"] = static_cast<double>(bytes) / static_cast<double>(knight_tiles().size());
    count_tiles(state);
}

void unpack(benchmark::State& state) {
    const WinTable table = packed_knights();
    for (auto _ : state) {
        for (std::size_t tile = 0; tile < knight_tiles().size(); ++tile) {
            const AnswerTiles read = table.read(tile);
            if (read.lost != knight_tiles()[tile].lost) state.SkipWithError("a tile is not as it was");
        }
    }
    count_tiles(state);
}

void copy(benchmark::State& state) {
    for (auto _ : state) {
        for (const AnswerTiles& tiles : knight_tiles()) {
            AnswerTiles read = tiles;
            benchmark::DoNotOptimize(read);
        }
    }
    count_tiles(state);
}

void add_benchmarks() {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    const auto add_many = [&](const char* name, const Sample& (*make_sample)()) {
        benchmark::RegisterBenchmark(name, solve_many, make_sample)
            ->Unit(benchmark::kMicrosecond)
            ->Threads(1)
            ->Threads(cores)
            ->UseRealTime();
    };
    add_many("kings_and_pawns", kings_and_pawns);
    add_many("absent_children", absent_children);
    add_many("one_piece", one_piece);
    const auto add_by_threads = [&](const std::string& kind, auto run, const std::string& key) {
        benchmark::RegisterBenchmark((kind + "/" + key).c_str(), run, key)
            ->Unit(benchmark::kMillisecond)
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(cores)
            ->MeasureProcessCPUTime()
            ->UseRealTime();
    };
    for (const char* key : {"KQvKQ", "KQRvKR"}) add_by_threads("table", solve_one, key);
    for (const char* key : {"KQvKR", "KBda2vKa7"}) add_by_threads("closure", build_closure, key);
    benchmark::RegisterBenchmark("pack", pack);
    benchmark::RegisterBenchmark("unpack", unpack);
    benchmark::RegisterBenchmark("copy", copy);
    benchmark::RegisterBenchmark("memory", unite)
        ->Arg(std::int64_t{16} << 10U)
        ->Arg(std::int64_t{256} << 20U)
        ->Threads(1)
        ->Threads(cores)
        ->UseRealTime();
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    add_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
}
