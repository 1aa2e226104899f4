#include "philidor/solve/detail/proof_graph.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "philidor/material/test_support/key_of.hpp"

namespace philidor::detail {
namespace {

using test_support::key_of;

constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();

/// A pawn that may become a piece, of which nothing is known yet.
class ProofGraphTest : public testing::Test {
  protected:
    MaterialKey root_ = key_of("Ka2vK");
    Knowledge knowledge_;
    ProofGraph graph_{root_, {Color::white, Certainty::proved}, Resources{{{1, 0}}, 1}, knowledge_};
};

TEST_F(ProofGraphTest, StopsExploringWhenItIsTold) {
    const Reach reach{{root_}, {key_of("Ka3vK")}};
    graph_.add(reach, any_number, [] { return false; });
    EXPECT_EQ(graph_.table_count(), 1U);
    graph_.add(reach, any_number, [] { return true; });
    EXPECT_GT(graph_.table_count(), 1U);
}

TEST_F(ProofGraphTest, AsksBeforeTheFirstTable) {
    graph_.add_unknown(root_, any_number, [] { return true; });
    EXPECT_FALSE(graph_.solve({1, any_number, [](double, std::uint64_t) { return false; }}));
    EXPECT_EQ(graph_.solved_tables(), 0U);
}

TEST(ProofGraph, AsksInTheMiddleOfALargeTable) {
    const MaterialKey root = key_of("KRvKN");
    Knowledge knowledge;
    ProofGraph graph(root, {Color::white, Certainty::proved}, Resources{{{0, 0}}, 2}, knowledge);
    graph.add_unknown(root, any_number, [] { return true; });
    const std::size_t tables = graph.table_count();
    unsigned asked = 0;  // since the last table but one
    const auto progress = [&](double, std::uint64_t) {
        return graph.solved_tables() + 1 < tables || ++asked < 5;
    };
    EXPECT_FALSE(graph.solve({1, any_number, progress}));
    EXPECT_EQ(asked, 5U);
    EXPECT_EQ(graph.solved_tables(), tables - 1);
}

}  // namespace
}  // namespace philidor::detail
