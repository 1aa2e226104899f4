#include "philidor/pgn/pgn_index.hpp"

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/pgn/detail/index_transaction.hpp"

namespace philidor {
namespace {

using detail::IndexTransaction;
using detail::NamedCounts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t large_checksum = 0xFEDC'BA98'7654'3210;

/// Two keys of three games.
const NamedCounts counts{{"Ke2vK", 12, 3, 0, 0, 2, {1, 0}}, {"KvK", 2, 1, 1, 0, 0, {1, 5}}};

GameTotals totals() {
    GameTotals totals;
    totals.games = 3;
    totals.stopped = 1;
    totals.positions_by_men[2] = 2;
    totals.positions_by_men[3] = 12;
    totals.games_by_last_men[3] = 2;
    return totals;
}

class PgnIndexTest : public testing::Test {
  protected:
    [[nodiscard]] PgnIndex open(const IndexSettings& settings = {}) const {
        return *PgnIndex::open(folder_.path("games.db"), settings);
    }

    static void add(PgnIndex& index, const std::string& name, const NamedCounts& added = counts) {
        const auto transaction = *IndexTransaction::begin(index, name);
        ASSERT_TRUE(transaction->add(added));
        ASSERT_TRUE(transaction->commit({name, 5, large_checksum, true}, totals()));
    }

    TemporaryFolder folder_;
};

TEST_F(PgnIndexTest, KeepsWhatWasAdded) {
    {
        PgnIndex index = open();
        add(index, "a");
    }
    const PgnIndex index = *PgnIndex::open(folder_.path("games.db"));
    const auto top = *index.top(10);
    ASSERT_EQ(top.size(), 2U);
    EXPECT_EQ(static_cast<const NamedCount&>(top[0]), counts[0]);
    EXPECT_EQ(static_cast<const NamedCount&>(top[1]), counts[1]);
    EXPECT_EQ(top[0].file, "a");
    EXPECT_EQ(index.top(1)->size(), 1U);
    EXPECT_EQ(*index.key_count(), 2U);
    EXPECT_EQ(index.find("KvK")->positions, 2U);
    EXPECT_EQ(index.find("KQvK")->positions, 0U);
    EXPECT_EQ(*index.totals(), totals());
}

TEST_F(PgnIndexTest, FindsTheTablesOfRawKeys) {
    PgnIndex index = open({.most_men = 10, .names = KeyNames::raw});
    add(index, "a", {{"Ke2vK", 4, 1, 0, 0, 1, {2, 0}}, {"KvKe7", 8, 2, 1, 0, 0, {1, 0}}});
    std::vector<std::pair<std::string, std::uint64_t>> visited;
    ASSERT_TRUE(index.for_each_key([&](const CanonicalKey& key, const IndexedKey& indexed) {
        visited.emplace_back(to_string(key), indexed.positions);
    }));
    EXPECT_THAT(visited, ElementsAre(std::pair("Ke2vK", 4U), std::pair("Ke2vK", 8U)));
}

TEST_F(PgnIndexTest, AddsUp) {
    PgnIndex index = open();
    add(index, "a");
    add(index, "b");
    EXPECT_EQ(index.find("Ke2vK")->positions, 24U);
    EXPECT_EQ(index.find("Ke2vK")->games, 6U);
    EXPECT_EQ(index.find("Ke2vK")->file, "a") << "the earliest";
    EXPECT_EQ(index.totals()->games, 6U);
    EXPECT_EQ(index.totals()->positions(), 28U);
    EXPECT_EQ(index.totals()->stopped, 2U);
}

TEST_F(PgnIndexTest, AddsManyKeysAtOnce) {
    NamedCounts many;
    for (int i = 0; i < 200; ++i) many.push_back({"K" + std::to_string(1000 + i), 1, 1, 0, 0, 0, {1, 0}});
    PgnIndex index = open();
    add(index, "a", many);
    EXPECT_EQ(*index.key_count(), 200U);
    EXPECT_EQ(index.find("K1199")->positions, 1U);
}

TEST_F(PgnIndexTest, ForgetsWhatWasNotCommitted) {
    PgnIndex index = open();
    {
        const auto transaction = *IndexTransaction::begin(index, "a");
        ASSERT_TRUE(transaction->add(counts));
    }
    EXPECT_EQ(*index.key_count(), 0U);
    EXPECT_THAT(*index.files(), IsEmpty());
    add(index, "a");
    EXPECT_EQ(*index.key_count(), 2U);
}

TEST_F(PgnIndexTest, ShowsNothingToOthersBeforeACommit) {
    PgnIndex index = open();
    const PgnIndex other = *PgnIndex::open(folder_.path("games.db"));
    const auto transaction = *IndexTransaction::begin(index, "a");
    ASSERT_TRUE(transaction->add(counts));
    EXPECT_EQ(*other.key_count(), 0U);
    ASSERT_TRUE(transaction->commit({"a", 5, 1, true}, totals()));
    EXPECT_EQ(*other.key_count(), 2U);
}

TEST_F(PgnIndexTest, KnowsItsFiles) {
    PgnIndex index = open();
    add(index, "b");
    add(index, "a");
    const auto files = *index.files();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].name, "b");
    EXPECT_EQ(files[0].bytes, 5U);
    EXPECT_EQ(files[0].checksum, large_checksum);
    EXPECT_TRUE(files[0].is_complete);
    EXPECT_EQ(files[1].name, "a");
}

TEST_F(PgnIndexTest, RemembersItsSettings) {
    (void)open({.most_men = 7, .names = KeyNames::raw});
    EXPECT_EQ(open().settings(), (IndexSettings{.most_men = 7, .names = KeyNames::raw}));
    EXPECT_EQ(PgnIndex::open(folder_.path("games.db"))->settings().most_men, 7U);
}

TEST_F(PgnIndexTest, CanLiveInMemory) {
    PgnIndex index = *PgnIndex::open(":memory:", IndexSettings{});
    add(index, "a");
    EXPECT_EQ(*index.key_count(), 2U);
    EXPECT_EQ(*PgnIndex::open(":memory:", IndexSettings{})->key_count(), 0U) << "each by itself";
}

TEST_F(PgnIndexTest, IsNotWrittenIfItWasOpenedForReading) {
    (void)open();
    PgnIndex index = *PgnIndex::open(folder_.path("games.db"));
    const auto transaction = IndexTransaction::begin(index, "a");
    ASSERT_FALSE(transaction);
    EXPECT_EQ(transaction.error().kind, IndexFileError::unwritable);
}

TEST_F(PgnIndexTest, RefusesWhatIsNoIndex) {
    std::ofstream(folder_.path("text.db")) << "this is no database, however long it may be";
    const auto text = PgnIndex::open(folder_.path("text.db"));
    EXPECT_EQ(text.error().kind, IndexFileError::unreadable);
    EXPECT_THAT(text.error().message, HasSubstr("text.db"));
    EXPECT_EQ(PgnIndex::open(folder_.path("text.db"), IndexSettings{}).error().kind,
              IndexFileError::unreadable);
    EXPECT_THAT(PgnIndex::open(folder_.path("absent.db")).error().message, HasSubstr("absent.db"));
    EXPECT_EQ(PgnIndex::open(folder_.path("no/folder.db"), IndexSettings{}).error().kind,
              IndexFileError::unwritable);
}

}  // namespace
}  // namespace philidor
