/// @file
/// Comparing what a device finds with what the processor finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/device_solver.hpp"
#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/random_tables.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table_lookup.hpp"

namespace philidor::test_support {

/// Expects the same table, bit by bit, apart from a layer for the 50-move rule, which a device does not make.
inline void expect_same_values(detail::DeviceSolver& solver,
                               const Table& expected,
                               const TableLookup& lookup) {
    const TableKey key = expected.key();
    ASSERT_EQ(solver.solve(std::span(&key, 1), lookup), detail::DeviceOutcome::done) << to_string(key);
    const auto table = solver.table(key);
    ASSERT_TRUE(table) << to_string(key);
    EXPECT_EQ(table->rounds(), expected.rounds()) << to_string(key);
    const auto difference = first_difference(*table, expected);
    EXPECT_FALSE(difference) << *difference;
}

/// Expects the same distances.
inline void expect_same_distances(detail::DeviceSolver& solver,
                                  const TableKey& key,
                                  const TableLookup& lookup,
                                  const Budget& budget = {}) {
    const auto expected = measure_distances(key, lookup, budget);
    std::optional<DistanceTable> distances;
    ASSERT_EQ(solver.measure(key, lookup, distances), detail::DeviceOutcome::done) << to_string(key);
    for (const Color side : all_colors) {
        for (std::size_t tile = 0; tile < expected->layout().tile_count(); ++tile) {
            ASSERT_EQ(distances->tile(tile, side), expected->tile(tile, side)) << to_string(key);
        }
    }
}

/// Whether random values can be given to the tables below a key. They must not be symmetric: a device then
/// keeps the wins of one side only, and random values do not know that those of the other are the same. And
/// they must not have too many pieces for a test.
[[nodiscard]] inline bool suits_random_values(const TableKey& key, unsigned most_pieces) {
    bool suits = true;
    for_each_table_read(key.material(), [&](const TableRead& read) {
        suits = suits && !table_for(read.key).key.is_symmetric() && read.key.piece_count() <= most_pieces;
    });
    return suits;
}

/// What is drawn at random.
struct RandomTrials {
    std::uint64_t seed = 0;
    unsigned count = 0;
    unsigned most_pawns = 1;         ///< of each side
    unsigned pieces = 0;             ///< of both sides together
    unsigned most_child_pieces = 1;  ///< keys with larger children are passed over
};

/// Expects the same of structures at random, whose children have random values.
inline void expect_same_at_random(detail::Device& device,
                                  const RandomTrials& trials,
                                  const Budget& budget = {}) {
    std::mt19937_64 random(trials.seed);
    unsigned compared = 0;
    for (unsigned trial = 0; compared < trials.count; ++trial) {
        const auto structure = trial % 3 == 0   ? Structure::with_en_passant
                               : trial % 3 == 1 ? Structure::anywhere
                                                : Structure::blocked;
        const unsigned pawns = 1 + random_below(random, trials.most_pawns);
        const TableKey key = random_key(random, pawns, trials.pieces, structure);
        if (!suits_random_values(key, trials.most_child_pieces)) continue;
        ++compared;
        RandomTables tables(random(), RandomTables::Presence::all_exact_without_rule);
        detail::DeviceSolver solver(device);
        expect_same_values(solver, *solve_table(key, tables.lookup(), budget), tables.lookup());
        expect_same_distances(solver, key, tables.lookup(), budget);
        if (testing::Test::HasFailure()) return;
    }
}

}  // namespace philidor::test_support
