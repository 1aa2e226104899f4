#include "philidor/solve/detail/sample_prover.hpp"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"

namespace philidor::detail {
namespace {

using test_support::SolvedTables;

const SampleOptions ten_positions{.positions = 10, .time_for_each = std::chrono::minutes(1)};

TEST(SampleProver, ProvesWhatIsRight) {
    SolvedTables tables;
    for (const char* const text : {"Ke4vKe5", "Ka2vKb4"}) {
        const SampleReport report = prove_samples(tables.of(text), ten_positions);
        EXPECT_EQ(report.proved, 10U);
        EXPECT_EQ(report.open, 0U);
        EXPECT_TRUE(report.faults.empty());
    }
}

TEST(SampleProver, RefutesALie) {
    SolvedTables tables;
    Table table(tables.of("Ke4vKe5").key(), true);  // all draws
    for (const Color side : all_colors) table.set_legal(0, side, tables.of("Ke4vKe5").legal(0, side));
    const SampleReport report = prove_samples(table, ten_positions);
    ASSERT_FALSE(report.faults.empty());
    EXPECT_EQ(report.faults[0].kind, FaultKind::proof);
    EXPECT_THAT(describe(report.faults[0]), testing::HasSubstr("proof: draw stored, "));
    EXPECT_EQ(report.faults.size() + report.proved, 10U);
}

TEST(SampleProver, SaysWhatItCouldNotProve) {
    SolvedTables tables;
    SampleOptions options = ten_positions;
    options.time_for_each = std::chrono::seconds(0);
    EXPECT_GT(prove_samples(tables.of("Ke2vKe7"), options).open, 0U);
    options.budget = test_support::spent_budget();
    EXPECT_EQ(prove_samples(tables.of("Ke2vKe7"), options).open, 0U) << "it does not begin";
}

}  // namespace
}  // namespace philidor::detail
