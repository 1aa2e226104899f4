#include "philidor/material/detail/key_graph.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::table_key_of;

/// The pawns of the Lasker-Reichhelm position.
TableKey famous_key() { return table_key_of("Ka4d4f4d5vKa5d6f5"); }

std::set<std::string> names_in(const KeyGraph& graph) {
    std::set<std::string> names;
    for (const TableKey& key : graph.keys()) names.insert(to_string(key));
    EXPECT_EQ(names.size(), graph.keys().size()) << "some key is there twice";
    return names;
}

/// The closure as found by plain recursion.
std::set<TableKey> plain_closure(const TableKey& root, const KeyLimits& limits) {
    std::set<TableKey> found{root};
    std::vector<TableKey> waiting{root};
    while (!waiting.empty()) {
        const TableKey key = waiting.back();
        waiting.pop_back();
        for (const ChildKey& child : child_keys(key.material())) {
            const unsigned white = child.key.pieces(Color::white).total();
            const unsigned black = child.key.pieces(Color::black).total();
            if (white + black > limits.pieces || white > limits.pieces_per_side ||
                black > limits.pieces_per_side)
                continue;
            const TableKey table = table_for(child.key).key;
            if (found.insert(table).second) waiting.push_back(table);
        }
    }
    return found;
}

void expect_plain_closure(const TableKey& root, const KeyLimits& limits) {
    const KeyGraph graph = KeyGraph::closure_of(root, limits);
    const auto plain = plain_closure(root, limits);
    EXPECT_EQ(std::set<TableKey>(graph.keys().begin(), graph.keys().end()), plain) << to_string(root);
    EXPECT_EQ(graph.keys().size(), plain.size());
    EXPECT_FALSE(graph.is_cut_off());
}

TEST(KeyGraph, HoldsAllThatPlayLeadsTo) {
    EXPECT_EQ(names_in(KeyGraph::closure_of(table_key_of("KvK"))), (std::set<std::string>{"KvK"}));
    EXPECT_EQ(names_in(KeyGraph::closure_of(table_key_of("KRvKN"))),
              (std::set<std::string>{"KvK", "KRvK", "KNvK", "KRvKN"}));
    EXPECT_EQ(names_in(KeyGraph::closure_of(table_key_of("Ke6vK"))),
              (std::set<std::string>{"KvK", "KQvK", "KRvK", "KBlvK", "KNvK", "Kd7vK", "Kd6vK"}));
}

TEST(KeyGraph, IsTheClosureThatRecursionFinds) {
    expect_plain_closure(table_key_of("Ke2vKd7"), {});
    expect_plain_closure(table_key_of("KQRBdvKQNBl"), {});
    expect_plain_closure(table_key_of("KRe5d2vKBdd5"), {.pieces = 3});
    expect_plain_closure(table_key_of("Ka2b2vKa7b7"), {.pieces = 3, .pieces_per_side = 1});
    expect_plain_closure(famous_key(), {.pieces = 0});
}

TEST(KeyGraph, HoldsWhatPlayLeadsToFromSeveralRoots) {
    const std::vector<TableKey> roots{table_key_of("Ke6vK"), table_key_of("KRvKN"), table_key_of("Ke6vK")};
    std::set<std::string> names = names_in(KeyGraph::closure_of(roots[0]));
    names.merge(names_in(KeyGraph::closure_of(roots[1])));
    EXPECT_EQ(names_in(KeyGraph::closure_of(roots)), names);
    EXPECT_TRUE(KeyGraph::closure_of(std::span<const TableKey>()).keys().empty());
}

TEST(KeyGraph, ListsChildrenInEarlierLevels) {
    const KeyGraph graph = KeyGraph::closure_of(table_key_of("Ka2b2vKa7b7"), {.pieces = 2});
    std::unordered_map<TableKey, std::size_t> level_of;
    const auto levels = graph.levels();
    std::size_t count = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        EXPECT_FALSE(levels[level].empty());
        EXPECT_TRUE(std::ranges::is_sorted(levels[level]));
        for (const TableKey& key : levels[level]) {
            EXPECT_EQ(key, graph.keys()[count++]);
            level_of.emplace(key, level);
        }
    }
    EXPECT_EQ(count, graph.keys().size());
    for (const auto& [key, level] : level_of) {
        for (const ChildKey& child : child_keys(key.material())) {
            const TableKey table = table_for(child.key).key;
            if (!level_of.contains(table)) continue;  // it has too many pieces
            EXPECT_LT(level_of.at(table), level);
        }
    }
}

TEST(KeyGraph, EndsWithItsRoot) {
    EXPECT_EQ(KeyGraph::closure_of(famous_key(), {.pieces = 1}).keys().back(), famous_key());
    EXPECT_EQ(to_string(KeyGraph::closure_of(famous_key(), {.pieces = 1}).keys().front()), "KvK");
}

TEST(KeyGraph, CountsTheTablesOfTheFamousPosition) {
    EXPECT_EQ(KeyGraph::closure_of(famous_key(), {.pieces = 0}).keys().size(), 1504U);
    EXPECT_EQ(KeyGraph::closure_of(famous_key(), {.pieces = 1}).keys().size(), 35'445U);
}

TEST(KeyGraph, LeavesOutKeysWithTooManyPieces) {
    const KeyGraph graph = KeyGraph::closure_of(table_key_of("Ke7vKd2"), {.pieces = 1});
    EXPECT_TRUE(graph.leaves_out_children());
    for (const TableKey& key : graph.keys()) EXPECT_LE(key.material().piece_count(), 1U);
    EXPECT_FALSE(KeyGraph::closure_of(table_key_of("Ke7vKd2"), {.pieces = 2}).leaves_out_children());
    EXPECT_TRUE(KeyGraph::closure_of(table_key_of("Ke7d7vK"), {.pieces_per_side = 1}).leaves_out_children());
    EXPECT_FALSE(KeyGraph::closure_of(table_key_of("Ke7vKd2"), {.pieces_per_side = 1}).leaves_out_children());
}

TEST(KeyGraph, KeepsARootBeyondTheLimits) {
    const KeyGraph graph = KeyGraph::closure_of(table_key_of("KQRvK"), {.pieces = 1});
    EXPECT_EQ(names_in(graph), (std::set<std::string>{"KQRvK", "KQvK", "KRvK", "KvK"}));
}

TEST(KeyGraph, EndsAtTheLimitOfKeys) {
    const std::size_t all = KeyGraph::closure_of(table_key_of("Ke2vKd7")).keys().size();
    for (const std::size_t limit : {std::size_t{1}, std::size_t{50}, all - 1}) {
        const KeyGraph graph = KeyGraph::closure_of(table_key_of("Ke2vKd7"), {.keys = limit});
        EXPECT_TRUE(graph.is_cut_off());
        EXPECT_EQ(graph.keys().size(), limit);
    }
    const KeyGraph whole = KeyGraph::closure_of(table_key_of("Ke2vKd7"), {.keys = all});
    EXPECT_FALSE(whole.is_cut_off());
    EXPECT_EQ(whole.keys().size(), all);
}

TEST(KeyGraph, AsksNowAndThenWhetherToGoOn) {
    std::size_t calls = 0;
    const Budget budget = test_support::budget_until([&](const Progress& explored) {
        EXPECT_LT(explored.done, explored.total);
        return ++calls == 3;
    });
    const auto graph = KeyGraph::closure_of(famous_key(), {.pieces = 1}, budget);
    EXPECT_EQ(calls, 3U);
    EXPECT_TRUE(graph.is_cut_off());
    EXPECT_LT(graph.keys().size(), 35'445U);
}

TEST(KeyGraph, KnowsWhatItContains) {
    const KeyGraph graph = KeyGraph::closure_of(table_key_of("Ke2vKd7"), {.pieces = 1});
    for (const TableKey& key : graph.keys()) EXPECT_TRUE(graph.contains(key));
    EXPECT_FALSE(graph.contains(table_key_of("KQQvK")));
    EXPECT_FALSE(graph.contains(table_key_of("Ka2vK")));
}

TEST(KeyGraph, AddsUpTableSizesByNumberOfPieces) {
    const KeyGraph graph = KeyGraph::closure_of(table_key_of("Ke6vK"));
    const auto groups = graph.groups();
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].pieces, 0U);
    EXPECT_EQ(groups[0].keys, 3U);  // KvK, Ke6vK, Ke7vK
    EXPECT_EQ(groups[0].positions, Amount(4096 + 2 * 8192));
    EXPECT_EQ(groups[0].bytes, Amount((4096 + 2 * 8192) / 4));
    EXPECT_EQ(groups[1].pieces, 1U);
    EXPECT_EQ(groups[1].keys, 4U);
    EXPECT_EQ(groups[1].positions, Amount((64 + 64 + 32 + 64) * 8192));
}

}  // namespace
}  // namespace philidor
