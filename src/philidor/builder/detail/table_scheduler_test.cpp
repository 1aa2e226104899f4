#include "philidor/builder/detail/table_scheduler.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace philidor::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t large = 4 * fewest_tiles_to_share;

Budget budget_of(unsigned threads, std::uint64_t memory_bytes = 1000) {
    Budget budget;
    budget.threads = threads;
    budget.memory_bytes = memory_bytes;
    return budget;
}

/// Tables of this many tiles, one byte each.
std::vector<TableCost> tables_of(const std::vector<std::uint64_t>& tiles) {
    std::vector<TableCost> tables;
    for (const std::uint64_t count : tiles) tables.push_back({count, 1});
    return tables;
}

TableSchedule schedule_of(const std::vector<std::uint64_t>& tiles, unsigned threads) {
    return TableScheduler(budget_of(threads)).schedule(tables_of(tiles));
}

TEST(TableScheduler, LetsOneThreadSolveEverything) {
    const TableSchedule schedule = schedule_of({1, large, 3}, 1);
    EXPECT_THAT(schedule.shared, IsEmpty());
    EXPECT_THAT(schedule.side_by_side, ElementsAre(1, 2, 0));
    EXPECT_EQ(schedule.workers, 1U);
    EXPECT_EQ(schedule.peak_bytes, 1U);
}

TEST(TableScheduler, SolvesEqualTablesSideBySide) {
    const TableSchedule schedule = schedule_of({large, large, large, large}, 2);
    EXPECT_THAT(schedule.shared, IsEmpty());
    EXPECT_THAT(schedule.side_by_side, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(schedule.workers, 2U);
    EXPECT_EQ(schedule.peak_bytes, 2U);
}

TEST(TableScheduler, SharesTheOneThatIsLeftOver) {
    EXPECT_THAT(schedule_of({large}, 2).shared, ElementsAre(0));
    EXPECT_THAT(schedule_of({large, large, large}, 2).shared, SizeIs(1));
    EXPECT_THAT(schedule_of({large, large, large, large, large}, 4).shared, SizeIs(1));
}

TEST(TableScheduler, SharesWhatWouldKeepOneThreadBusyForLongest) {
    const TableSchedule schedule = schedule_of({10, 100 * large, large, 90 * large, 20}, 2);
    EXPECT_THAT(schedule.shared, ElementsAre(1, 3, 2));
    EXPECT_THAT(schedule.side_by_side, ElementsAre(4, 0));
}

TEST(TableScheduler, BalancesTablesOfDifferentSizes) {
    EXPECT_THAT(schedule_of({3 * large, 2 * large, large}, 2).shared, IsEmpty()) << "3 = 2 + 1";
}

TEST(TableScheduler, NeverSharesSmallTables) {
    const TableSchedule schedule = schedule_of({fewest_tiles_to_share - 1}, 8);
    EXPECT_THAT(schedule.shared, IsEmpty());
    EXPECT_EQ(schedule.workers, 1U);
}

TEST(TableScheduler, StartsNoThreadForNextToNothing) {
    EXPECT_EQ(schedule_of(std::vector<std::uint64_t>(10, 1), 2).workers, 1U);
    EXPECT_EQ(schedule_of(std::vector<std::uint64_t>(1000, 1), 2).workers, 2U);
}

TEST(TableScheduler, SharesTablesThatDoNotFitInMemoryTogether) {
    const std::vector<TableCost> tables{{large, 51}, {large, 50}, {large, 50}, {large, 51}};
    const TableSchedule schedule = TableScheduler(budget_of(2, 100)).schedule(tables);
    EXPECT_THAT(schedule.shared, ElementsAre(0, 1, 2, 3)) << "the smaller ones come too late";
    EXPECT_EQ(schedule.peak_bytes, 51U);
    const std::vector<TableCost> sorted{{large + 1, 51}, {large + 1, 51}, {large, 50}, {large, 50}};
    EXPECT_THAT(TableScheduler(budget_of(2, 100)).schedule(sorted).shared, ElementsAre(0, 1));
}

TEST(TableScheduler, HasEveryTableSolvedOnce) {
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::vector<std::uint64_t> tiles(100);
        std::iota(tiles.begin(), tiles.end(), std::uint64_t{1});
        tiles[50] = 100 * large;
        const auto tables = tables_of(tiles);
        const TableScheduler scheduler(budget_of(threads));
        std::mutex mutex;
        std::vector<std::size_t> solved;
        const auto solve = [&](std::size_t place, const Budget& budget) {
            const std::lock_guard lock(mutex);
            EXPECT_EQ(budget.threads, place == 50 ? threads : 1U);
            solved.push_back(place);
            return true;
        };
        EXPECT_TRUE(scheduler.run(scheduler.schedule(tables), tables, solve));
        std::ranges::sort(solved);
        std::vector<std::size_t> all(100);
        std::iota(all.begin(), all.end(), std::size_t{0});
        EXPECT_EQ(solved, all);
    }
}

TEST(TableScheduler, EndsWhenATableIsNotSolved) {
    for (const unsigned threads : {1U, 2U}) {
        const auto tables = tables_of(std::vector<std::uint64_t>(1000, 1));
        const TableScheduler scheduler(budget_of(threads));
        std::atomic<unsigned> calls = 0;
        const auto solve = [&](std::size_t, const Budget&) { return ++calls < 10; };
        EXPECT_FALSE(scheduler.run(scheduler.schedule(tables), tables, solve));
        EXPECT_LE(calls, 10U + threads);
    }
}

TEST(TableScheduler, LetsLargeTablesTellOfTheirProgress) {
    const auto tables = tables_of({large, 1});
    Budget budget = budget_of(1);
    unsigned reports = 0;
    budget.progress = [&](const Progress&) { ++reports; };
    const TableScheduler scheduler(budget);
    const auto solve = [&](std::size_t, const Budget& part) {
        part.report({});
        return true;
    };
    EXPECT_TRUE(scheduler.run(scheduler.schedule(tables), tables, solve));
    EXPECT_EQ(reports, 1U);
}

}  // namespace
}  // namespace philidor::detail
