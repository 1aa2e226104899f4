#include "philidor/builder/detail/device_solver.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/builder/detail/device_layout.hpp"
#include "philidor/builder/test_support/device_comparison.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/table_statistics.hpp"

namespace philidor::detail {
namespace {

using test_support::first_difference;
using test_support::key_of;
using test_support::SolvedTables;
using test_support::table_key_of;

constexpr std::uint64_t enough_memory = std::uint64_t{1} << 30U;

/// Compares tables and distances with those of the processor's solver.
void expect_same(SolvedTables& tables, DeviceSolver& solver, const std::string& name) {
    const TableKey key = table_key_of(name);
    test_support::expect_same_values(solver, tables.of(key), tables.lookup());
    test_support::expect_same_distances(solver, key, tables.lookup());
}

TEST(DeviceLayout, NumbersTilesAsTheLayoutDoes) {
    std::mt19937_64 random(1);
    for (const std::string name :
         {"KQvK", "KQRvKR", "KRRvK", "KNNNvK", "KBdBlvKN", "KQQvKQQ", "KRa2vKNa7", "KRd4e4vKBld5e5"}) {
        const MaterialKey key = key_of(name);
        const TileLayout layout(key, TileLayout::Turns::used);
        const DeviceLayout device_layout = device_layout_of(key);
        ASSERT_EQ(device_layout.tile_count, layout.tile_count());
        const Word pawns = key.pawn_squares().bits();
        for (int trial = 0; trial < 500; ++trial) {
            const auto tile = static_cast<std::uint32_t>(random() % layout.tile_count());
            const Placement placement = layout.placement_of(tile);
            const DevicePlacement on_device = placement_of(device_layout, pawns, tile);
            if (on_device.overlaps) continue;
            for (unsigned i = 0; i < layout.pieces().size(); ++i) {
                ASSERT_EQ(on_device.square(i), index_of(placement[i])) << name;
                for (const Square to : squares_of(layout.pieces()[i].kind)) {
                    if (has(on_device.occupied, index_of(to))) continue;
                    Placement moved = placement;
                    moved[i] = to;
                    const auto [expected, turn] = layout.locate(moved);
                    const LineEntry entry = entry_of_move(device_layout, tile, on_device, i, index_of(to));
                    ASSERT_EQ(tile_of(entry), expected) << name;
                    for (const Square square : {Square::b1, Square::g3, Square::d8}) {
                        ASSERT_EQ(turned_square(turn_of(entry), index_of(square)), index_of(turn(square)));
                    }
                }
            }
        }
    }
}

TEST(DeviceSolver, SolvesTablesWithoutPawns) {
    SolvedTables tables;
    const auto device = make_plain_device(enough_memory);
    DeviceSolver solver(*device);
    for (const std::string name : {"KvK", "KQvK", "KRvK", "KNvK", "KNNvK", "KBlBlvK", "KBlvKBl", "KBlvKBd"}) {
        expect_same(tables, solver, name);
    }
}

TEST(SlowDeviceSolver, SolvesTablesOfTwoPieces) {
    SolvedTables tables;
    const auto device = make_plain_device(enough_memory);
    DeviceSolver solver(*device);
    for (const std::string name : {"KQvKR", "KRRvK", "KBdBlvK", "KQvKQ", "KRvKN", "KBlNvK", "KQBlvK"}) {
        expect_same(tables, solver, name);
    }
}

TEST(DeviceSolver, SolvesStructuresOfPawns) {
    const auto device = make_plain_device(enough_memory);
    test_support::expect_same_at_random(*device,
                                        {.seed = 1, .count = test_support::samples(30U), .most_pawns = 4});
}

TEST(DeviceSolver, SolvesStructuresOfPawnsWithAPiece) {
    const auto device = make_plain_device(enough_memory);
    test_support::expect_same_at_random(
        *device, {.seed = 2, .count = test_support::samples(3U), .most_pawns = 2, .pieces = 1});
}

TEST(SlowDeviceSolver, SolvesStructuresOfPawnsWithPieces) {
    const auto device = make_plain_device(enough_memory);
    test_support::expect_same_at_random(*device, {.seed = 3, .count = 600, .most_pawns = 8});
    test_support::expect_same_at_random(*device, {.seed = 4, .count = 60, .most_pawns = 4, .pieces = 1});
    test_support::expect_same_at_random(*device,
                                        {.seed = 5, .count = 3, .pieces = 2, .most_child_pieces = 2});
}

TEST(DeviceSolver, SolvesALevelAtOnce) {
    SolvedTables tables;
    std::vector<TableKey> keys;
    for (const std::string name : {"KRvK", "KNvK", "KNNvK", "KvK", "KBlvKBl"}) {
        keys.push_back(table_key_of(name));
        tables.of(keys.back());
    }
    const auto device = make_plain_device(enough_memory);
    DeviceSolver solver(*device);
    ASSERT_EQ(solver.solve(keys, tables.lookup()), DeviceOutcome::done);
    for (const TableKey& key : keys) {
        const auto difference = first_difference(solver.table(key).value(), tables.of(key));
        EXPECT_FALSE(difference) << *difference;
    }
}

TEST(DeviceSolver, CountsEveryPlacement) {
    SolvedTables tables;
    const auto device = make_plain_device(enough_memory);
    DeviceSolver solver(*device);
    for (const std::string name : {"KRvK", "KNNvK", "KBlvKN", "KBlvKBl"}) {
        const TableKey key = table_key_of(name);
        const auto expected = count_values(tables.of(key));
        ASSERT_EQ(solver.solve(std::span(&key, 1), tables.lookup()), DeviceOutcome::done);
        const auto counts = solver.counts(key).value();
        EXPECT_EQ(counts[Color::white].attacker_legal, expected[Color::white].legal) << name;
        EXPECT_EQ(counts[Color::white].attacker_won, expected[Color::white].wins) << name;
        EXPECT_EQ(counts[Color::white].defender_lost, expected[Color::black].losses) << name;
        EXPECT_EQ(counts[Color::black].attacker_legal, expected[Color::black].legal) << name;
        EXPECT_EQ(counts[Color::black].attacker_won, expected[Color::black].wins) << name;
        EXPECT_EQ(counts[Color::black].defender_lost, expected[Color::white].losses) << name;
    }
}

TEST(DeviceSolver, ForgetsWhatIsNotUsedForLackOfRoom) {
    SolvedTables tables;
    const TableKey large = table_key_of("KBlvKN");
    tables.of(large);
    // Room for the table and what it reads, but not for all that was solved before.
    const auto device = make_plain_device(DeviceSolver::memory_to_solve(large) + 300'000);
    DeviceSolver solver(*device);
    for (const std::string name : {"KBlBlvK", "KBlvKBd", "KBlvKN"})
        test_support::expect_same_values(solver, tables.of(name), tables.lookup());
}

TEST(DeviceSolver, SaysWhatItCannotDo) {
    SolvedTables tables;
    const TableKey key = table_key_of("KRvK");
    const auto device = make_plain_device(enough_memory);
    DeviceSolver solver(*device);
    EXPECT_EQ(solver.solve(std::span(&key, 1), test_support::find_nothing), DeviceOutcome::unsuited);
    tables.of(key);
    EXPECT_EQ(solver.solve(std::span(&key, 1), tables.lookup(), test_support::spent_budget()),
              DeviceOutcome::stopped);
    const auto small = make_plain_device(20'000);
    DeviceSolver cramped(*small);
    EXPECT_EQ(cramped.solve(std::span(&key, 1), tables.lookup()), DeviceOutcome::no_room);
    const TableKey many = table_key_of("KQQQQQvK");
    EXPECT_EQ(solver.solve(std::span(&many, 1), tables.lookup()), DeviceOutcome::unsuited);
}

}  // namespace
}  // namespace philidor::detail
