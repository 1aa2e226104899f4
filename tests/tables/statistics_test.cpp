// Statistics of tables, checked by counting position by position.

#include <gtest/gtest.h>

#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/table/detail/table_statistics.hpp"

namespace philidor {
namespace {

using test_support::SolvedTables;

/// The obvious way, for keys in which every position has its own index.
ByColor<ValueCounts> plain_counts(const Table& table) {
    const PositionIndexer indexer = PositionIndexer::make(table.key()).value();
    ByColor<ValueCounts> counts;
    for (std::uint64_t number = 0; number < indexer.size(); ++number) {
        const auto board = indexer.board_at(position_index_at(number));
        if (!board) continue;
        const WdlBounds value = table.value_of(*board).value();
        ValueCounts& side = counts[board->side_to_move()];
        ++side.legal;
        if (!value.is_exact()) continue;
        ++(value.worst == Wdl::win ? side.wins : value.worst == Wdl::draw ? side.draws : side.losses);
    }
    return counts;
}

TEST(TableStatistics, CountExactTablesAndBounds) {
    for (const unsigned most_pieces : {30U, 0U}) {
        SolvedTables tables(most_pieces);
        const Table& table = tables.of("Ke6d5vK");
        const ByColor<ValueCounts> counts = count_values(table);
        EXPECT_EQ(counts, plain_counts(table));
        EXPECT_EQ(counts[Color::white].unknowns() == 0, table.is_exact());
    }
}

TEST(TableStatistics, FindTheLongestDistance) {
    test_support::SolvedTables tables;
    tables.of("KRvK");
    const auto distances =
        measure_distances(table_for(parse_key("KRvK").value()).key, tables.lookup()).value();
    const auto longest = find_longest(distances);
    ASSERT_TRUE(longest);
    EXPECT_EQ(longest->plies, 32U);
    EXPECT_EQ(distances.distance_of(longest->board), 32U) << to_fen(longest->board);
    EXPECT_FALSE(find_longest(DistanceTable(table_for(parse_key("KNvK").value()).key)));
}

}  // namespace
}  // namespace philidor
