#include "philidor/solve/detail/proof_graph.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor::detail {
namespace {

using test_support::budget_until;
using test_support::key_of;
using test_support::spent_budget;

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// A pawn that may become a piece, of which nothing is known yet.
class ProofGraphTest : public testing::Test {
  protected:
    MaterialKey root_ = key_of("Ka2vK");
    Knowledge knowledge_;
    ProofGraph graph_{root_, {Color::white, Certainty::proved}, Resources{{{1, 0}}, 1}, knowledge_};
};

TEST_F(ProofGraphTest, StopsExploringWhenItIsTold) {
    const Reach reach{{root_}, {key_of("KQvK")}};
    graph_.add(reach, {}, any_number, spent_budget());
    EXPECT_EQ(graph_.table_count(), 2U);
    graph_.add(reach, {}, any_number);
    EXPECT_GT(graph_.table_count(), 2U);
}

TEST_F(ProofGraphTest, AsksBeforeTheFirstTable) {
    graph_.add_unknown(root_, any_number);
    EXPECT_EQ(graph_.solve({any_number}, spent_budget()), AttemptEnd::cut_short);
    EXPECT_EQ(graph_.solved_tables(), 0U);
}

TEST_F(ProofGraphTest, EndsWhenItsAnswersTakeTooMuchMemory) {
    graph_.add_unknown(root_, any_number);
    constexpr std::uint64_t few_bytes = 2048;
    EXPECT_EQ(graph_.solve({}, Budget{}.with_memory(few_bytes)), AttemptEnd::out_of_memory);
    EXPECT_GT(graph_.peak_bytes(), few_bytes / 2);
    EXPECT_LT(graph_.solved_tables(), graph_.table_count());
}

TEST_F(ProofGraphTest, TellsOfEveryTable) {
    graph_.add_unknown(root_, any_number);
    std::vector<std::uint64_t> done;
    Budget budget;
    budget.progress = [&](const Progress& now) {
        EXPECT_EQ(now.total, graph_.table_count());
        if (done.empty() || done.back() != now.done) done.push_back(now.done);
    };
    EXPECT_EQ(graph_.solve({any_number}, budget), AttemptEnd::complete);
    EXPECT_EQ(done.size(), graph_.table_count() + 1);
    EXPECT_EQ(done.back(), graph_.table_count());
}

TEST(ProofGraph, AsksInTheMiddleOfALargeTable) {
    const MaterialKey root = key_of("KRvKN");
    Knowledge knowledge;
    ProofGraph graph(root, {Color::white, Certainty::proved}, Resources{{{0, 0}}, 2}, knowledge);
    graph.add_unknown(root, any_number);
    const std::size_t tables = graph.table_count();
    unsigned reports = 0;  // since the last table but one
    const Budget budget =
        budget_until([&](const Progress& now) { return now.done + 1 == tables && ++reports == 5; });
    EXPECT_EQ(graph.solve({any_number}, budget), AttemptEnd::cut_short);
    EXPECT_EQ(reports, 5U);
    EXPECT_EQ(graph.solved_tables(), tables - 1);
}

}  // namespace
}  // namespace philidor::detail
