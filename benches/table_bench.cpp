// How small stored tables are, and how fast they are written and read. Every benchmark checks what it reads.
//
//     encode/<class>, decode/<class>   tables as bytes and back; tables and decoded bytes per second
//     find/<store>                     whole tables of kings and pawns from a store
//     probe/<store>/<key>              one value: opens the table and decodes one block
//     put/<store>                      all tables of KPvKP at once
//
// and before them the sizes of all tables of four classes, next to those of Syzygy's .rtbw files.

#include "philidor/table/detail/table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/material/test_support/keys_of_class.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"
#include "philidor/table/table_store.hpp"

namespace {

using namespace philidor;
using test_support::first_difference;
using test_support::keys_of_class;
using test_support::SolvedTables;

/// A class of tables, and the size of Syzygy's file for it, from shared/truth/README.md.
struct TableClass {
    const char* name;
    std::size_t syzygy_bytes;
};

constexpr std::array table_classes{TableClass{"KPvK", 7'824}, TableClass{"KPvKP", 245'328},
                                   TableClass{"KRPvK", 5'136}, TableClass{"KQvKP", 58'064}};

/// All tables of a class, solved and encoded.
struct Sample {
    std::vector<const Table*> tables;
    std::vector<EncodedTable> encoded;

    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (const EncodedTable& table : encoded) sum += table.bytes.size();
        return sum;
    }
    /// Positions with either side to move, legal or not.
    [[nodiscard]] std::size_t positions() const {
        std::size_t sum = 0;
        for (const Table* table : tables) sum += table->layout().tile_count() * 2 * 4096;
        return sum;
    }
};

const Sample& sample_of(std::string_view name) {
    static SolvedTables solved;
    static std::map<std::string, Sample> samples;
    Sample& sample = samples[std::string(name)];
    if (!sample.tables.empty()) return sample;
    for (const TableKey& key : keys_of_class(name)) {
        sample.tables.push_back(&solved.of(key));
        sample.encoded.push_back(encode_table(*sample.tables.back()).value());
    }
    return sample;
}

void print_sizes() {
    std::printf("%-6s %7s %10s %10s %6s %14s\n", "class", "tables", "bytes", "Syzygy", "ratio",
                "bits/position");
    std::size_t bytes = 0;
    std::size_t syzygy_bytes = 0;
    const auto print = [](const char* name, std::size_t tables, std::size_t ours, std::size_t theirs,
                          double bits) {
        std::printf("%-6s %7zu %10zu %10zu %6.2f %14.4f\n", name, tables, ours, theirs,
                    static_cast<double>(ours) / static_cast<double>(theirs), bits);
    };
    std::size_t tables = 0;
    std::size_t positions = 0;
    const auto bits_a_position = [](std::size_t size, std::size_t count) {
        return 8.0 * static_cast<double>(size) / static_cast<double>(count);
    };
    for (const auto [name, theirs] : table_classes) {
        const Sample& sample = sample_of(name);
        print(name, sample.tables.size(), sample.bytes(), theirs,
              bits_a_position(sample.bytes(), sample.positions()));
        bytes += sample.bytes();
        syzygy_bytes += theirs;
        tables += sample.tables.size();
        positions += sample.positions();
    }
    print("total", tables, bytes, syzygy_bytes, bits_a_position(bytes, positions));
}

/// Counts tables, and the memory that they take.
void count(benchmark::State& state, const Sample& sample) {
    const auto times = static_cast<std::int64_t>(state.iterations());
    state.SetItemsProcessed(times * static_cast<std::int64_t>(sample.tables.size()));
    state.SetBytesProcessed(times * static_cast<std::int64_t>(sample.positions() / 4));
}

void bench_encode(benchmark::State& state, const std::string& name) {
    const Sample& sample = sample_of(name);
    for (auto _ : state) {
        for (std::size_t i = 0; i < sample.tables.size(); ++i) {
            if (encode_table(*sample.tables[i])->bytes != sample.encoded[i].bytes)
                state.SkipWithError("other bytes");
        }
    }
    count(state, sample);
}

void bench_decode(benchmark::State& state, const std::string& name) {
    const Sample& sample = sample_of(name);
    std::vector<std::shared_ptr<const ByteSource>> sources;
    for (std::size_t i = 0; i < sample.tables.size(); ++i) {
        sources.push_back(std::make_shared<const MemoryBytes>(sample.encoded[i].bytes));
        const auto loaded = TableReader::open(sources[i], name).value()->load();
        if (first_difference(*loaded, *sample.tables[i])) state.SkipWithError("other values");
    }
    for (auto _ : state) {
        for (const auto& source : sources)
            benchmark::DoNotOptimize((*TableReader::open(source, name))->load());
    }
    count(state, sample);
}

/// A store that is deleted after the run.
class TemporaryStore {
  public:
    explicit TemporaryStore(std::string_view ending) {
        std::string name = (std::filesystem::temp_directory_path() / "philidor-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        store_ = open_store(folder_ + "/tables" + std::string(ending)).value();
    }
    TemporaryStore(const TemporaryStore&) = delete;
    TemporaryStore& operator=(const TemporaryStore&) = delete;
    ~TemporaryStore() {
        store_.reset();
        std::filesystem::remove_all(folder_);
    }
    [[nodiscard]] TableStore& get() const { return *store_; }

  private:
    std::string folder_;
    std::unique_ptr<TableStore> store_;
};

void bench_put(benchmark::State& state, std::string_view ending) {
    const Sample& sample = sample_of("KPvKP");
    const TemporaryStore store(ending);
    for (auto _ : state) {
        if (!store.get().put_all(sample.encoded)) state.SkipWithError("not written");
    }
    count(state, sample);
}

void bench_find(benchmark::State& state, std::string_view ending) {
    const Sample& sample = sample_of("KPvKP");
    const TemporaryStore store(ending);
    if (!store.get().put_all(sample.encoded)) state.SkipWithError("not written");
    for (auto _ : state) {
        for (const Table* table : sample.tables) {
            if (!store.get().find(table->key())) state.SkipWithError("not found");
        }
    }
    count(state, sample);
}

void bench_probe(benchmark::State& state, std::string_view ending, const char* fen, const char* key) {
    SolvedTables solved;
    const Table& table = solved.of(key);
    const Board board = parse_fen(fen).value();
    const TemporaryStore store(ending);
    if (!store.get().put(table)) state.SkipWithError("not written");
    for (auto _ : state) {
        const auto value = store.get().open(table.key()).value()->value_of(board);
        if (*value != table.value_of(board)) state.SkipWithError("another value");
    }
}

void add_benchmarks() {
    for (const TableClass& tables : table_classes) {
        const std::string name = tables.name;
        benchmark::RegisterBenchmark(("encode/" + name).c_str(), bench_encode, name);
        benchmark::RegisterBenchmark(("decode/" + name).c_str(), bench_decode, name);
    }
    for (const auto& [name, ending] : {std::pair{"directory", ""}, std::pair{"sqlite", ".db"}}) {
        const std::string store = name;
        benchmark::RegisterBenchmark(("put/" + store).c_str(), bench_put, ending)->UseRealTime();
        benchmark::RegisterBenchmark(("find/" + store).c_str(), bench_find, ending);
        benchmark::RegisterBenchmark(("probe/" + store + "/Ke4vK").c_str(), bench_probe, ending,
                                     "8/8/4k3/8/4P3/3K4/8/8 w - - 0 1", "Ke4vK");
        benchmark::RegisterBenchmark(("probe/" + store + "/KQvKR").c_str(), bench_probe, ending,
                                     "8/8/4k1r1/8/8/3K4/8/7Q w - - 0 1", "KQvKR");
    }
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    print_sizes();
    add_benchmarks();
    benchmark::RunSpecifiedBenchmarks();
}
