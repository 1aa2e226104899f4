#include "philidor/builder/detail/fixed_point.hpp"

#include <gtest/gtest.h>

#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"

namespace philidor {
namespace {

using detail::FixedPoint;
using detail::StartTiles;
using detail::TileSystem;
using test_support::SolvedTables;

/// The wins within a number of plies are those whose distance is not greater, which another algorithm knows.
void expect_wins_within(const MaterialKey& key, const SolvedTables& tables, Color attacker, unsigned plies) {
    const TableLookup lookup = tables.lookup();
    const Question question{attacker, Certainty::proved, Rule::fifty_moves};
    const TileSystem system(key, 1);
    const StartTiles start = system.find_start(question, Conversions(key, children_in(lookup)));
    FixedPoint solution(system, question, start, plies);
    ASSERT_TRUE(solution.find({}));
    auto distances = measure_distances(key, {attacker, Certainty::proved}, children_in(lookup), {});
    ASSERT_TRUE(distances);
    for (std::size_t tile = 0; tile < system.tile_count(); ++tile) {
        AnswerTiles answer;
        solution.write(tile, answer);
        for (unsigned kings = 0; kings < square_count * square_count; ++kings) {
            const Square white = square_at(kings / square_count);
            const Square black = square_at(kings % square_count);
            const auto is_within = [&](Color side) {
                const unsigned distance = distances->tile(tile, side)[kings];
                return distance != 0 && distance <= plies;
            };
            const bool is_won = answer.legal.has(white, black) && !answer.not_won.has(white, black);
            ASSERT_EQ(is_won, is_within(attacker)) << to_string(key) << ", " << plies << " plies, attacker";
            ASSERT_EQ(answer.lost.has(white, black), is_within(!attacker))
                << to_string(key) << ", " << plies << " plies, defender";
        }
    }
}

TEST(FixedPoint, StopsAfterAnyNumberOfPlies) {
    SolvedTables tables;
    // With pawns the defender may be forced to leave the table, so that wins can take an even number of
    // plies.
    for (const auto* name : {"KRvK", "KQvKa7", "Ke4vK", "Ke4vKe5", "Kd4e4vKd6", "KNa4vKa5"}) {
        const MaterialKey key = table_for(parse_key(name).value()).key.material();
        (void)tables.of(name);
        for (const Color attacker : all_colors) {
            for (const unsigned plies : {2U, 4U, 6U, 10U, 20U, 100U}) {
                expect_wins_within(key, tables, attacker, plies);
            }
        }
    }
}

}  // namespace
}  // namespace philidor
