// Compares `child_keys` with play for keys that have too many positions to visit them all.

#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/played_changes.hpp"
#include "philidor/material/test_support/random_key.hpp"
#include "philidor/material/test_support/witness_search.hpp"

namespace philidor {
namespace {

using namespace test_support;

constexpr unsigned seed = 1749;

/// Checks that every change that was played is claimed.
void expect_no_surprise(const MaterialKey& key, const Changes& played) {
    const Changes claimed = claimed_changes(key);
    ASSERT_EQ(text_of_missing(claimed, played), "") << to_string(key);
    for (const auto& [change, child] : played) {
        EXPECT_EQ(claimed.at(change), child) << to_string(key) << ": " << describe(change);
    }
}

void play_random_positions(unsigned keys, unsigned positions) {
    std::mt19937_64 random(seed);
    for (unsigned i = 0; i < keys; ++i) {
        const MaterialKey key = random_key(random);
        ChangeCollector collector;
        for (unsigned j = 0; j < positions; ++j) collector.play_all(random_setup(random, key));
        expect_no_surprise(key, collector.changes());
    }
}

/// Checks that every claimed change can be played, and that everything else that can be played in those
/// positions is claimed. These positions are legal, which positions with many men on random squares rarely
/// are.
void expect_witnesses(std::mt19937_64& random, const MaterialKey& key) {
    ChangeCollector collector;
    for (const auto& [change, child] : claimed_changes(key)) {
        const auto witness = WitnessSearch(key, change, random).find();
        ASSERT_TRUE(witness) << to_string(key) << ": no position found in which " << describe(change);
        EXPECT_EQ(MaterialKey::from_board(witness->board), key);
        EXPECT_EQ(change_of(witness->board, witness->move), change) << to_fen(witness->board);
        EXPECT_EQ(MaterialKey::from_board(witness->board.after(witness->move)), child)
            << to_fen(witness->board);
        collector.play_all(witness->board.to_setup());
    }
    expect_no_surprise(key, collector.changes());
}

void seek_witnesses(unsigned keys) {
    std::mt19937_64 random(seed);
    for (unsigned i = 0; i < keys; ++i) expect_witnesses(random, random_key(random));
}

TEST(ChildKeysOfLargeKeys, ContainWhateverIsPlayed) { play_random_positions(100, 500); }

TEST(ChildKeysOfLargeKeys, CanAllBePlayed) { seek_witnesses(300); }

TEST(SlowChildKeysOfLargeKeys, ContainWhateverIsPlayed) { play_random_positions(2000, 5000); }

TEST(SlowChildKeysOfLargeKeys, CanAllBePlayed) { seek_witnesses(50'000); }

}  // namespace
}  // namespace philidor
