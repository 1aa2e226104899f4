#include "philidor/engine/value.hpp"

#include <optional>

#include <gtest/gtest.h>

namespace philidor {
namespace {

TEST(Value, PutsMateAboveWhatTablesProveAndThatAboveAnyEstimate) {
    EXPECT_GT(Value::mate_in(most_plies), Value::proved_win_in(0));
    EXPECT_GT(Value::proved_win_in(most_plies), Value::estimate(1'000'000));
    EXPECT_GT(Value::infinite(), Value::mate_in(0));
    EXPECT_LT(-Value::infinite(), Value::mated_in(0));
}

TEST(Value, PrefersTheShorterMateAndTheLongerDefence) {
    EXPECT_GT(Value::mate_in(3), Value::mate_in(5));
    EXPECT_LT(Value::mated_in(4), Value::mated_in(6));
    EXPECT_GT(Value::proved_win_in(1), Value::proved_win_in(7));
}

TEST(Value, CountsMatesInMoves) {
    EXPECT_EQ(Value::mate_in(1).mate_moves(), 1);
    EXPECT_EQ(Value::mate_in(2).mate_moves(), 1);
    EXPECT_EQ(Value::mate_in(3).mate_moves(), 2);
    EXPECT_EQ(Value::mated_in(0).mate_moves(), 0);
    EXPECT_EQ(Value::mated_in(2).mate_moves(), -1);
    EXPECT_EQ(Value::mated_in(4).mate_moves(), -2);
    EXPECT_EQ(Value(900).mate_moves(), std::nullopt);
    EXPECT_EQ(Value::proved_win_in(4).mate_moves(), std::nullopt);
}

TEST(Value, SeesMateNearerFromBelow) {
    EXPECT_EQ(Value::mate_in(7).seen_from_below(4), Value::mate_in(3));
    EXPECT_EQ(Value::mated_in(8).seen_from_below(4), Value::mated_in(4));
    EXPECT_EQ(Value(50).seen_from_below(4), Value(50));
    for (const Value value : {Value(-50), Value::mate_in(9), Value::mated_in(9), Value::proved_win_in(9)}) {
        EXPECT_EQ(value.seen_from_below(5).seen_from_above(5), value);
    }
}

}  // namespace
}  // namespace philidor
