#include "philidor/builder/detail/sample_check.hpp"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;
using testing::HasSubstr;

/// The table with all wins of White taken for draws.
Table without_white_wins(const Table& right) {
    Table wrong(right.key(), true);
    for (std::size_t tile = 0; tile < right.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            wrong.set_legal(tile, side, right.legal(tile, side));
            wrong.set_won(Certainty::proved, tile, side, Color::black,
                          right.won(Certainty::proved, tile, side, Color::black));
        }
    }
    return wrong;
}

TEST(SampleCheck, AcceptsTablesThatAgree) {
    SolvedTables tables;
    const auto store = make_memory_store();
    tables.of("Ke4vKe5");
    for (const Table* table : tables.all()) ASSERT_TRUE(store->put(*table));
    Prober prober(*store);
    for (const Table* table : tables.all()) EXPECT_TRUE(check_samples(table->key(), prober, 20));
}

TEST(SampleCheck, NamesATableThatContradictsItsChildren) {
    SolvedTables tables;
    const auto store = make_memory_store();
    const Table& right = tables.of("Kd7vK");
    for (const Table* table : tables.all()) ASSERT_TRUE(store->put(*table));
    ASSERT_TRUE(store->put(without_white_wins(right)));
    Prober prober(*store);
    const auto checked = check_samples(right.key(), prober, 100);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, TableError::unsound);
    EXPECT_THAT(checked.error().message,
                HasSubstr("the table of Kd7vK says draw, and the tables that the moves "
                          "lead to say win: "));
}

TEST(SampleCheck, SaysNothingOfWhatIsAbsent) {
    SolvedTables tables;
    const auto store = make_memory_store();
    ASSERT_TRUE(store->put(tables.of("Kd7vK")));
    Prober prober(*store);
    EXPECT_TRUE(check_samples(tables.of("Kd7vK").key(), prober, 100));
    EXPECT_TRUE(check_samples(tables.of("Ke4vK").key(), prober, 100));
}

}  // namespace
}  // namespace philidor
