#include "philidor/pgn/pgn_index.hpp"

#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/pgn/count_games.hpp"
#include "philidor/pgn/test_support/small_games.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

class PgnIndexTest : public testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<PgnIndex> open(const IndexSettings& settings = {}) const {
        return *PgnIndex::open(folder_.path("games.db"), settings);
    }

    /// Adds the small games under a name; whether to keep them.
    static void add(PgnIndex& index, const std::string& name, bool keeps = true) {
        ASSERT_TRUE(index.begin_file(name));
        const std::string text = small_games;
        MemoryStream stream(std::as_bytes(std::span(text)));
        CountOptions options{.most_men = index.settings().most_men, .names = index.settings().names};
        options.store = [&](const NamedCounts& counts) { ASSERT_TRUE(index.add(counts)); };
        const CountedGames counted = count_games(stream, options);
        if (keeps) {
            ASSERT_TRUE(index.finish_file({name, text.size(), 0xFEDC'BA98'7654'3210, true}, counted.totals));
        } else {
            index.abandon_file();
        }
    }

    TemporaryFolder folder_;
};

TEST_F(PgnIndexTest, CountsUnderCanonicalNames) {
    const auto index = open();
    add(*index, "a");
    const auto top = *index->top(10);
    ASSERT_EQ(top.size(), 2U);
    EXPECT_EQ(top[0].key, "Ke2vK");
    EXPECT_EQ(top[0].positions, 12U);
    EXPECT_EQ(top[0].games, 3U);
    EXPECT_EQ(top[0].black_wins, 2U)
        << "the king that wins against the pawn is Black's, in the name of the table";
    EXPECT_EQ(top[0].draws, 0U);
    EXPECT_EQ(top[0].white_wins, 0U);
    EXPECT_EQ(top[0].file, "a");
    EXPECT_EQ(top[0].first.game, 1U);
    EXPECT_EQ(top[1].key, "KvK");
    EXPECT_EQ(index->top(1)->size(), 1U);
    EXPECT_EQ(index->find("KvK")->positions, 2U);
    EXPECT_EQ(index->find("KQvK")->positions, 0U);
}

TEST_F(PgnIndexTest, CountsUnderTheNamesOnTheBoardIfTheyAreWanted) {
    const auto index = open({.most_men = 10, .names = KeyNames::raw});
    add(*index, "a");
    EXPECT_EQ(*index->key_count(), 3U);
    EXPECT_EQ(index->find("KvKe7")->positions, 8U);
    EXPECT_EQ(index->find("Ke2vK")->positions, 4U);
    std::uint64_t positions = 0;
    ASSERT_TRUE(index->for_each_key([&](const CanonicalKey& key, const IndexedKey& counts) {
        if (to_string(key) == "Ke2vK") positions += counts.positions;
    }));
    EXPECT_EQ(positions, 12U);
}

TEST_F(PgnIndexTest, AddsUp) {
    add(*open(), "a");
    const auto index = open();
    add(*index, "b");
    EXPECT_EQ(index->find("Ke2vK")->positions, 24U);
    EXPECT_EQ(index->find("Ke2vK")->games, 6U);
    EXPECT_EQ(index->find("Ke2vK")->file, "a") << "the earliest";
    EXPECT_EQ(index->totals()->games, 6U);
    EXPECT_EQ(index->totals()->positions(), 28U);
    EXPECT_EQ(index->totals()->stopped, 2U);
    EXPECT_EQ(index->files()->size(), 2U);
}

TEST_F(PgnIndexTest, ForgetsAFileThatWasAbandoned) {
    const auto index = open();
    add(*index, "a", false);
    EXPECT_EQ(*index->key_count(), 0U);
    EXPECT_EQ(index->files()->size(), 0U);
    add(*index, "a");
    EXPECT_EQ(*index->key_count(), 2U);
}

TEST_F(PgnIndexTest, KnowsItsFiles) {
    const auto index = open();
    add(*index, "a");
    const std::uint64_t size = std::string(small_games).size();
    EXPECT_TRUE(*index->has_file_of_size(size));
    EXPECT_FALSE(*index->has_file_of_size(size + 1));
    EXPECT_EQ(*index->find_file(size, 0xFEDC'BA98'7654'3210), "a");
    EXPECT_EQ(*index->find_file(size, 1), "");
}

TEST_F(PgnIndexTest, RemembersItsSettings) {
    (void)open({.most_men = 7, .names = KeyNames::raw});
    EXPECT_EQ(open()->settings(), (IndexSettings{.most_men = 7, .names = KeyNames::raw}));
    EXPECT_EQ((*PgnIndex::open(folder_.path("games.db")))->settings().most_men, 7U);
}

TEST_F(PgnIndexTest, RefusesWhatIsNoIndex) {
    std::ofstream(folder_.path("text.db")) << "this is no database, however long it may be";
    EXPECT_THAT(PgnIndex::open(folder_.path("text.db")).error().message, HasSubstr("text.db"));
    EXPECT_THAT(PgnIndex::open(folder_.path("absent.db")).error().message, HasSubstr("absent.db"));
    EXPECT_EQ(PgnIndex::open(folder_.path("no/folder.db"), IndexSettings{}).error().kind,
              IndexFileError::unwritable);
}

}  // namespace
}  // namespace philidor
