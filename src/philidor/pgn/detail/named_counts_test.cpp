#include "philidor/pgn/detail/named_counts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/material/material_key.hpp"

namespace philidor::detail {
namespace {

using testing::ElementsAre;

/// Counts in which every key of the list is in one game that White has won, numbered in their order.
KeyCounts counts_of(const std::vector<std::string>& keys) {
    KeyCounts counts;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        KeyCount& count = counts[counts.place_of(*parse_key(keys[i]), {i + 1, 7})];
        count.positions += 10;
        ++count.games;
        ++count.by_result[static_cast<std::size_t>(GameResult::white_wins)];
    }
    return counts;
}

std::vector<std::string> keys_of(const NamedCounts& counts) {
    std::vector<std::string> keys;
    for (const NamedCount& count : counts) keys.push_back(count.key);
    return keys;
}

TEST(NamedCounts, AreSortedByAllLetters) {
    const std::string alike = "KRRa2b2c2d2e2f2g2h2vK";  // more letters than are compared as numbers
    const NamedCounts counts =
        with_names(counts_of({alike + "Ra7", "KvK", "KNvK", alike + "Na7", alike, "KvKe7"}), KeyNames::raw);
    EXPECT_THAT(keys_of(counts), ElementsAre("KNvK", alike, alike + "Na7", alike + "Ra7", "KvK", "KvKe7"));
}

TEST(NamedCounts, AddUpKeysOfOneName) {
    const KeyCounts counts = counts_of({"KvKe7", "Ke2vK"});
    EXPECT_EQ(with_names(counts, KeyNames::raw).size(), 2U);
    EXPECT_THAT(with_names(counts, KeyNames::canonical),
                ElementsAre(NamedCount{"Ke2vK", 20, 2, 1, 0, 1, {1, 7}}))
        << "White's win against the pawn is one of Black's, in the name of the table";
}

TEST(NamedCounts, AddUpInOrder) {
    const NamedCounts a{{"KNvK", 1, 1, 0, 0, 0, {9, 0}}, {"KvK", 5, 2, 1, 0, 1, {4, 2}}};
    const NamedCounts b{
        {"KQvK", 2, 1, 0, 0, 0, {1, 0}}, {"KvK", 6, 3, 0, 2, 1, {4, 1}}, {"KvKe7", 1, 1, 0, 0, 0, {1, 0}}};
    const NamedCounts sum{a[0], b[0], {"KvK", 11, 5, 1, 2, 2, {4, 1}}, b[2]};
    EXPECT_EQ(sum_of(a, b), sum);
    EXPECT_EQ(sum_of(b, a), sum);
    EXPECT_EQ(sum_of(a, {}), a);
    EXPECT_EQ(sum_of({}, a), a);
}

}  // namespace
}  // namespace philidor::detail
