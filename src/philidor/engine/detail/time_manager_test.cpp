#include "philidor/engine/detail/time_manager.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace philidor {
namespace {

using namespace std::chrono_literals;

SearchLimits with_clock(std::chrono::milliseconds time, std::chrono::milliseconds increment = 0ms) {
    SearchLimits limits;
    limits.clock.emplace();
    limits.clock->players[Color::black] = {time, increment};
    return limits;
}

TEST(TimeManager, LetsDepthAndNodesAlone) {
    SearchLimits limits;
    limits.depth = 5;
    EXPECT_FALSE(time_budget(limits, Color::white, 10ms));
}

TEST(TimeManager, UsesAFixedTimeButForTheOverhead) {
    SearchLimits limits;
    limits.move_time = 100ms;
    EXPECT_EQ(time_budget(limits, Color::white, 30ms)->most, 70ms);
    limits.move_time = 5ms;
    EXPECT_EQ(time_budget(limits, Color::white, 30ms)->most, 1ms);
}

TEST(TimeManager, NeverSpendsWhatIsNotThere) {
    for (const auto time : {-50ms, 0ms, 1ms, 20ms, 100ms, 1000ms, 60'000ms}) {
        for (const auto increment : {0ms, 10ms, 5000ms}) {
            for (const unsigned moves : {1U, 2U, 40U}) {
                SearchLimits limits = with_clock(time, increment);
                limits.clock->moves_to_go = moves;
                const auto budget = time_budget(limits, Color::black, 10ms);
                ASSERT_TRUE(budget);
                EXPECT_LE(budget->usual, budget->most);
                EXPECT_LE(budget->most, std::max(time / 2, std::chrono::milliseconds(1)));
                EXPECT_GE(budget->usual, 1ms);
            }
        }
    }
}

TEST(TimeManager, SpendsMoreWithAnIncrementAndBeforeATimeControl) {
    const auto plain = time_budget(with_clock(60s), Color::black, 0ms);
    EXPECT_GT(time_budget(with_clock(60s, 1s), Color::black, 0ms)->usual, plain->usual);
    SearchLimits limits = with_clock(60s);
    limits.clock->moves_to_go = 5;
    EXPECT_GT(time_budget(limits, Color::black, 0ms)->usual, plain->usual);
}

}  // namespace
}  // namespace philidor
