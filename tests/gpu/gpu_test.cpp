// Compares tables that the GPU of this machine solves with those of the processor, byte by byte. Skipped
// where there is no GPU.

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "philidor/builder/detail/device.hpp"
#include "philidor/builder/detail/device_solver.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/test_support/device_comparison.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor::gpu {
namespace {

using test_support::table_key_of;

Budget all_threads() {
    Budget budget;
    budget.threads = std::max(1U, std::thread::hardware_concurrency());
    return budget;
}

class Gpu : public testing::Test {
  protected:
    void SetUp() override {
        std::string why_not;
        device_ = detail::find_cuda_device(why_not);
        if (device_ == nullptr) GTEST_SKIP() << "skipped: no GPU: " << why_not;
        fmt::print("{}, {} bytes free\n", device_->name(), device_->free_bytes());
    }

    /// Compares every table of a closure, children first. The device takes them from its own answers.
    void expect_same_closure(const std::vector<std::string>& names, unsigned most_pieces_with_distances) {
        std::vector<TableKey> roots;
        for (const std::string& name : names) roots.push_back(table_key_of(name));
        const KeyGraph closure = KeyGraph::closure_of(roots);
        std::unordered_map<TableKey, std::unique_ptr<const Table>> tables;
        const TableLookup lookup = [&](const TableKey& key) -> const Table* {
            const auto found = tables.find(key);
            return found == tables.end() ? nullptr : found->second.get();
        };
        detail::DeviceSolver solver(*device_);
        for (const auto& level : closure.levels()) {
            for (const TableKey& key : level) {
                auto table = std::make_unique<const Table>(*solve_table(key, lookup, all_threads()));
                test_support::expect_same_values(solver, *table, lookup);
                if (key.material().piece_count() <= most_pieces_with_distances)
                    test_support::expect_same_distances(solver, key, lookup, all_threads());
                tables.emplace(key, std::move(table));
            }
        }
        fmt::print("{} tables are the same\n", tables.size());
    }

    std::unique_ptr<detail::Device> device_;
};

class SlowGpu : public Gpu {};

TEST_F(Gpu, SolvesTablesWithoutPawnsAsTheProcessorDoes) {
    expect_same_closure({"KQvKR", "KRvKN", "KNNvK", "KBdBlvK", "KBlvKBd", "KBlBlvK", "KQvKQ"}, 2);
}

TEST_F(Gpu, SolvesStructuresOfPawnsAsTheProcessorDoes) {
    test_support::expect_same_at_random(*device_, {.seed = 1, .count = 60, .most_pawns = 4});
    test_support::expect_same_at_random(*device_, {.seed = 2, .count = 15, .most_pawns = 3, .pieces = 1});
}

TEST_F(SlowGpu, SolvesAllTablesOfUpToFiveMenWithoutPawnsAsTheProcessorDoes) {
    // Every set of three pieces, with two of them or all three on White's side.
    std::vector<std::string> names;
    const std::vector<std::string> kinds{"Q", "R", "Bd", "Bl", "N"};
    for (std::size_t a = 0; a < kinds.size(); ++a) {
        for (std::size_t b = a; b < kinds.size(); ++b) {
            for (std::size_t c = 0; c < kinds.size(); ++c) {
                names.push_back("K" + kinds[a] + kinds[b] + "vK" + kinds[c]);
                if (c >= b) names.push_back("K" + kinds[a] + kinds[b] + kinds[c] + "vK");
            }
        }
    }
    expect_same_closure(names, 2);
}

TEST_F(SlowGpu, MeasuresDistancesOfThreePieces) { expect_same_closure({"KQNvKR", "KRBlvKR"}, 3); }

TEST_F(SlowGpu, SolvesManyStructuresWithPiecesAsTheProcessorDoes) {
    test_support::expect_same_at_random(*device_, {.seed = 3, .count = 600, .most_pawns = 8}, all_threads());
    test_support::expect_same_at_random(*device_, {.seed = 4, .count = 200, .most_pawns = 5, .pieces = 1},
                                        all_threads());
    test_support::expect_same_at_random(
        *device_, {.seed = 5, .count = 92, .most_pawns = 4, .pieces = 2, .most_child_pieces = 2},
        all_threads());
    test_support::expect_same_at_random(
        *device_, {.seed = 6, .count = 8, .most_pawns = 3, .pieces = 3, .most_child_pieces = 2},
        all_threads());
}

}  // namespace
}  // namespace philidor::gpu
