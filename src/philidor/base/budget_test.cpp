#include "philidor/base/budget.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace philidor {
namespace {

using Clock = Budget::Clock;
using namespace std::chrono_literals;

TEST(Budget, GoesOnForEverIfNothingLimitsIt) {
    const Budget budget;
    EXPECT_TRUE(budget.goes_on());
    EXPECT_FALSE(budget.part(1, 4).deadline);
}

TEST(Budget, EndsAtItsDeadline) {
    Budget budget;
    budget.deadline = Clock::now();
    EXPECT_TRUE(budget.is_out_of_time());
    EXPECT_FALSE(budget.goes_on());
    EXPECT_FALSE(budget.is_stopped());
}

TEST(Budget, EndsWhenItIsStopped) {
    const auto source = std::make_unique<std::stop_source>();
    Budget budget;
    budget.stop = source->get_token();
    const Budget part = budget.part(1, 2);
    EXPECT_TRUE(part.goes_on());
    source->request_stop();
    EXPECT_TRUE(part.is_stopped());
    EXPECT_FALSE(part.goes_on());
    EXPECT_FALSE(part.is_out_of_time());
}

TEST(Budget, PartsShareTheTimeThatIsLeft) {
    Budget budget;
    const Clock::time_point before = Clock::now();
    budget.deadline = before + 1000s;
    const Clock::time_point quarter = *budget.part(1, 4).deadline;
    EXPECT_GE(quarter, before + 250s);
    EXPECT_LE(quarter, Clock::now() + 250s);
    const Clock::time_point three_quarters = *budget.part(3, 4).deadline;
    EXPECT_GE(three_quarters, before + 750s);
    EXPECT_LE(three_quarters, Clock::now() + 750s);
    const Budget endless = Budget{}.within(std::chrono::duration<double>(1e300));
    EXPECT_GT(*endless.part(2, 2).deadline, before + 1000h) << "no overflow";
}

TEST(Budget, AnEarlierDeadlineStays) {
    Budget budget;
    budget.deadline = Clock::now() + 10s;
    EXPECT_EQ(budget.within(20s).deadline, budget.deadline);
    const Budget sooner = budget.within(5s);
    EXPECT_TRUE(sooner.goes_on());
    EXPECT_LE(*sooner.deadline, Clock::now() + 5s);
    EXPECT_TRUE(Budget{}.within(5s).deadline);
}

TEST(Budget, ATimeTooLongForTheClockIsItsEnd) {
    EXPECT_EQ(time_from_now(std::chrono::duration<double>(1e300)), Clock::time_point::max());
    EXPECT_EQ(Budget{}.within(std::chrono::duration<double>(1e300)).deadline, Clock::time_point::max());
}

TEST(Budget, TellsHowFarItIsBeforeItIsAsked) {
    const auto source = std::make_unique<std::stop_source>();
    Budget budget;
    budget.stop = source->get_token();
    budget.progress = [&](const Progress& now) {
        if (now.done == 2) source->request_stop();
    };
    EXPECT_TRUE(budget.goes_on({1, 3, 0}));
    EXPECT_FALSE(budget.goes_on({2, 3, 0}));
}

TEST(Budget, StartsNow) {
    const auto source = std::make_unique<std::stop_source>();
    const Clock::time_point before = Clock::now();
    const Budget limited = Budget::starting_now(10s, 123, 4, source->get_token());
    EXPECT_EQ(limited.memory_bytes, 123U);
    EXPECT_EQ(limited.threads, 4U);
    EXPECT_GE(*limited.deadline, before + 10s);
    EXPECT_LE(*limited.deadline, Clock::now() + 10s);
    EXPECT_FALSE(Budget::starting_now(std::nullopt, 123, 4).deadline);
    source->request_stop();
    EXPECT_TRUE(limited.is_stopped());
}

/// Whether two budgets allow the same, apart from time and memory.
bool are_alike(const Budget& one, const Budget& other) {
    return one.threads == other.threads && one.stop == other.stop && !one.progress == !other.progress;
}

TEST(Budget, ChangesOnlyWhatItIsAskedTo) {
    const auto source = std::make_unique<std::stop_source>();
    Budget budget = Budget::starting_now(1000s, 123, 4, source->get_token());
    budget.progress = [](const Progress&) {};
    for (const Budget& sooner : {budget.part(1, 2), budget.within(5s)}) {
        EXPECT_TRUE(are_alike(sooner, budget));
        EXPECT_EQ(sooner.memory_bytes, 123U);
    }
    const Budget smaller = budget.with_memory(45);
    EXPECT_TRUE(are_alike(smaller, budget));
    EXPECT_EQ(smaller.memory_bytes, 45U);
    EXPECT_EQ(smaller.deadline, budget.deadline);
    const Budget one = budget.for_one_thread();
    EXPECT_EQ(one.memory_bytes, 123U);
    EXPECT_EQ(one.deadline, budget.deadline);
    EXPECT_EQ(one.stop, budget.stop);
}

TEST(Budget, OneOfSeveralThreadsIsSilent) {
    unsigned calls = 0;
    Budget budget;
    budget.threads = 8;
    budget.progress = [&](const Progress&) { ++calls; };
    budget.report({1, 2, 0});
    budget.for_one_thread().report({1, 2, 0});
    EXPECT_EQ(calls, 1U);
    EXPECT_EQ(budget.for_one_thread().threads, 1U);
}

TEST(Progress, TheShareOfAnUnknownTotalIsZero) {
    EXPECT_EQ((Progress{3, 0, 0}.share()), 0);
    EXPECT_EQ((Progress{3, 4, 0}.share()), 0.75);
}

}  // namespace
}  // namespace philidor
