#include <fstream>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/pgn/test_support/small_games.hpp"

namespace philidor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class AddGamesTest : public testing::Test {
  protected:
    /// Writes a file; its path.
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_.path(name), std::ios::binary) << text;
        return folder_.path(name);
    }
    [[nodiscard]] PgnIndex open(const IndexSettings& settings = {}) const {
        return *PgnIndex::open(folder_.path("games.db"), settings);
    }
    void expect_empty_index() const {
        EXPECT_EQ(*index_.key_count(), 0U);
        EXPECT_THAT(*index_.files(), IsEmpty());
        EXPECT_EQ(index_.totals()->games, 0U);
    }

    TemporaryFolder folder_;
    std::string path_ = write("small.pgn", small_games);
    PgnIndex index_ = open();
};

TEST_F(AddGamesTest, CountsUnderCanonicalNames) {
    std::vector<std::string> problems;
    AddGamesOptions options;
    options.report = [&](const PgnProblem& problem) { problems.push_back(problem.message); };
    const AddedGames added = add_games(index_, path_, options).value();
    EXPECT_TRUE(added.are_new());
    EXPECT_FALSE(added.error);
    EXPECT_EQ(added.totals.games, 3U);
    EXPECT_EQ(added.totals.positions(), 14U);
    EXPECT_THAT(problems, ElementsAre("san: \"Kd6\" is not legal here"));

    const auto top = *index_.top(10);
    ASSERT_EQ(top.size(), 2U);
    EXPECT_EQ(top[0].key, "Ke2vK");
    EXPECT_EQ(top[0].positions, 12U);
    EXPECT_EQ(top[0].games, 3U);
    EXPECT_EQ(top[0].black_wins, 2U)
        << "the king that wins against the pawn is Black's, in the name of the table";
    EXPECT_EQ(top[0].draws, 0U);
    EXPECT_EQ(top[0].white_wins, 0U);
    EXPECT_EQ(top[0].file, path_);
    EXPECT_EQ(top[0].first.game, 1U);
    EXPECT_EQ(top[1].key, "KvK");
    EXPECT_EQ(*index_.totals(), added.totals);
    EXPECT_EQ(index_.files()->front().bytes, std::string(small_games).size());
}

TEST_F(AddGamesTest, CountsWhatTheSettingsSay) {
    PgnIndex raw = *PgnIndex::open(folder_.path("raw.db"), {.most_men = 10, .names = KeyNames::raw});
    ASSERT_TRUE(add_games(raw, path_));
    EXPECT_EQ(*raw.key_count(), 3U);
    EXPECT_EQ(raw.find("KvKe7")->positions, 8U);
    EXPECT_EQ(raw.find("Ke2vK")->positions, 4U);
    PgnIndex small = *PgnIndex::open(folder_.path("two.db"), {.most_men = 2});
    ASSERT_TRUE(add_games(small, path_));
    EXPECT_EQ(*small.key_count(), 1U);
}

TEST_F(AddGamesTest, AddsAFileOnce) {
    ASSERT_TRUE(add_games(index_, path_));
    const AddedGames again = add_games(index_, write("copy.pgn", small_games)).value();
    EXPECT_FALSE(again.are_new());
    EXPECT_EQ(again.known_as, path_);
    EXPECT_EQ(again.totals.games, 0U) << "it was not even read";
    std::string same_size = small_games;
    same_size.front() = ' ';
    EXPECT_TRUE(add_games(index_, write("other.pgn", same_size))->are_new());
    EXPECT_EQ(index_.files()->size(), 2U);
}

TEST_F(AddGamesTest, KeepsWhatCameBeforeAnErrorOfTheFile) {
    // gzip's first bytes, and nothing that could be decompressed.
    const AddedGames added = add_games(index_, write("broken.pgn.gz", "\x1F\x8B no more")).value();
    ASSERT_TRUE(added.error);
    EXPECT_THAT(added.error->message, HasSubstr("broken.pgn.gz"));
    ASSERT_EQ(index_.files()->size(), 1U);
    EXPECT_FALSE(index_.files()->front().is_complete);
}

TEST_F(AddGamesTest, AddsNothingOfAFileThatCannotBeOpened) {
    const auto added = add_games(index_, folder_.path("absent.pgn"));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind, AddGamesError::file);
    EXPECT_THAT(added.error().message, HasSubstr("absent.pgn"));
    expect_empty_index();
}

TEST_F(AddGamesTest, AddsNothingIfItIsStopped) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += small_games;
    const std::string path = write("many.pgn", text);
    for (const unsigned threads : {1U, 2U}) {
        std::stop_source source;
        AddGamesOptions options;
        options.budget.threads = threads;
        options.budget.memory_bytes = 0;  // every key goes to the index at once
        options.budget.stop = source.get_token();
        options.budget.progress = [&](const Progress& now) {
            EXPECT_EQ(now.total, text.size());
            source.request_stop();
        };
        const auto stopped = add_games(index_, path, options);
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().kind, AddGamesError::stopped);
        expect_empty_index();
    }
    ASSERT_TRUE(add_games(index_, path));
    EXPECT_EQ(index_.totals()->games, 1500U);
}

TEST_F(AddGamesTest, AddsNothingIfItsTimeIsUp) {
    AddGamesOptions options;
    options.budget.deadline = Budget::Clock::now();
    EXPECT_EQ(add_games(index_, path_, options).error().kind, AddGamesError::stopped);
    expect_empty_index();
}

TEST_F(AddGamesTest, SaysThatTheIndexCannotBeWritten) {
    PgnIndex read_only = *PgnIndex::open(folder_.path("games.db"));
    const auto added = add_games(read_only, path_);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind, AddGamesError::index);
    EXPECT_THAT(added.error().message, HasSubstr("games.db"));
}

TEST_F(AddGamesTest, CountsTheSameWithLittleMemory) {
    ASSERT_TRUE(add_games(index_, path_));
    PgnIndex other = *PgnIndex::open(folder_.path("other.db"), IndexSettings{});
    AddGamesOptions options;
    options.budget.memory_bytes = 0;
    ASSERT_TRUE(add_games(other, path_, options));
    EXPECT_EQ(*other.totals(), *index_.totals());
    EXPECT_EQ(other.find("Ke2vK")->positions, 12U);
    EXPECT_EQ(other.find("Ke2vK")->games, 3U);
}

}  // namespace
}  // namespace philidor
