#include "philidor/solve/detail/scout.hpp"

#include <gtest/gtest.h>

#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor::detail {
namespace {

using test_support::key_of;

constexpr unsigned most_pieces = 3;
constexpr std::uint64_t many_tiles = 100'000;
constexpr Question white_wins{Color::white, Certainty::proved};

TEST(Scout, AsksForTheTablesInWhichASearchIsStuck) {
    Knowledge knowledge;
    Scout scout(key_of("Ka6vKh5"), Color::white, most_pieces);
    const KeyVisits visits{{key_of("KQvKh5"), 10}, {key_of("KQvKh4"), 1}};
    ProofGraph graph = scout.choose(0, visits, many_tiles, knowledge, {});
    EXPECT_TRUE(graph.contains(key_of("KQvKh5")));
    EXPECT_TRUE(graph.contains(key_of("KQvKh4"))) << "what Black's pawn can reach is needed";
    EXPECT_FALSE(graph.contains(key_of("KQvKQ"))) << "a queen of Black is left to the search";
    EXPECT_EQ(graph.solve({many_tiles * 1000}), AttemptEnd::complete);
    const Board won = test_support::board_of("8/8/8/6Kp/8/7k/8/Q7 w - - 0 1");
    EXPECT_TRUE(knowledge.says_win(won, white_wins));
}

TEST(Scout, AsksForNothingThatWasSeldomMetOrIsTooLarge) {
    Knowledge knowledge;
    Scout scout(key_of("Ka6vKh5"), Color::white, most_pieces);
    EXPECT_EQ(scout.choose(0, {{key_of("KQvKh5"), 1}}, many_tiles, knowledge, {}).table_count(), 0);
    EXPECT_EQ(scout.choose(0, {{key_of("KQvKh5"), 10}}, 50, knowledge, {}).table_count(), 0);
    EXPECT_NE(scout.choose(0, {{key_of("KQvKh5"), 10}}, many_tiles, knowledge, {}).table_count(), 0);
}

TEST(Scout, KeepsEachTableToTheCheapestRungThatAllowsIt) {
    Knowledge knowledge;
    Scout scout(key_of("Ka6vKh5"), Color::white, most_pieces);
    const KeyVisits race{{key_of("KQvKQ"), 10}};
    EXPECT_EQ(scout.choose(0, race, many_tiles, knowledge, {}).table_count(), 0);
    EXPECT_TRUE(scout.choose(1, race, many_tiles, knowledge, {}).contains(key_of("KQvKQ")));
    const KeyVisits alone{{key_of("KQvKh5"), 10}};
    EXPECT_EQ(scout.choose(1, alone, many_tiles, knowledge, {}).table_count(), 0);
}

TEST(Scout, SolvesATableAgainOnceMoreIsKnownBelowIt) {
    Knowledge knowledge;
    Scout scout(key_of("Ka6vKh5"), Color::white, most_pieces);
    const KeyVisits visits{{key_of("KQvKh2"), 10}};
    EXPECT_TRUE(scout.choose(0, visits, many_tiles, knowledge, {}).contains(key_of("KQvKh2")));
    EXPECT_EQ(scout.choose(0, visits, many_tiles, knowledge, {}).table_count(), 0) << "nothing has changed";
    EXPECT_NE(scout.choose(1, {{key_of("KQvKQ"), 10}}, many_tiles, knowledge, {}).table_count(), 0);
    EXPECT_TRUE(scout.choose(0, visits, many_tiles, knowledge, {}).contains(key_of("KQvKh2")));
}

}  // namespace
}  // namespace philidor::detail
