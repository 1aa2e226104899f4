#include "philidor/material/detail/key_set.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "philidor/material/test_support/key_of.hpp"

namespace philidor::detail {
namespace {

using test_support::table_key_of;

/// All keys with one pawn on each side.
std::vector<TableKey> many_keys() {
    std::vector<TableKey> keys;
    for (const Square white : ~MaterialKey::back_ranks) {
        for (const Square black : ~MaterialKey::back_ranks) {
            if (white == black) continue;
            const auto key = MaterialKey::make({}, {{Bitboard(white), Bitboard(black)}}).value();
            const auto canonical = table_for(key);
            if (canonical.symmetry.is_identity()) keys.push_back(canonical.key);
        }
    }
    return keys;
}

TEST(KeySet, HoldsEachKeyOnceInTheOrderOfTheirComing) {
    KeySet set;
    const auto keys = many_keys();  // more than fit without growing
    for (int round = 0; round < 2; ++round) {
        for (const TableKey& key : keys) EXPECT_EQ(set.insert(key, key.material().hash()), round == 0);
    }
    ASSERT_EQ(set.size(), keys.size());
    for (std::size_t place = 0; place < keys.size(); ++place) EXPECT_EQ(set[place], keys[place]);
    for (const TableKey& key : keys) EXPECT_TRUE(set.contains(key, key.material().hash()));
    const TableKey other = table_key_of("KQvK");
    EXPECT_FALSE(set.contains(other, other.material().hash()));
    EXPECT_EQ(set.take_keys(), keys);
}

TEST(KeySet, TellsKeysApartThatHaveTheSameHash) {
    for (const std::uint64_t hash : {std::uint64_t{0}, ~std::uint64_t{0}}) {  // the first slot, and the last
        KeySet set;
        EXPECT_TRUE(set.insert(table_key_of("Ke2vK"), hash));
        EXPECT_TRUE(set.insert(table_key_of("Ke3vK"), hash));
        EXPECT_FALSE(set.insert(table_key_of("Ke2vK"), hash));
        EXPECT_TRUE(set.contains(table_key_of("Ke3vK"), hash));
        EXPECT_FALSE(set.contains(table_key_of("Ke4vK"), hash));
    }
}

}  // namespace
}  // namespace philidor::detail
