#include "philidor/pgn/games_in.hpp"

#include <filesystem>
#include <fstream>
#include <ranges>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/pgn/detail/decompression.hpp"
#include "philidor/pgn/test_support/compressed_text.hpp"
#include "philidor/pgn/test_support/recorded_games.hpp"
#include "philidor/pgn/test_support/small_games.hpp"

namespace philidor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

static_assert(std::ranges::input_range<GameRange>);

class GamesInTest : public testing::Test {
  protected:
    /// Writes a file and opens it.
    [[nodiscard]] GameRange games(const std::string& text) {
        std::ofstream(path_, std::ios::binary) << text;
        return games_in(path_, [this](const PgnProblem& problem) { problems_.push_back(problem.message); });
    }

    TemporaryFolder folder_;
    std::string path_ = folder_.path("games.pgn");
    std::vector<std::string> problems_;
};

std::vector<PgnGame> all_of(GameRange& range) {
    std::vector<PgnGame> games;
    for (const PgnGame& game : range) games.push_back(game);
    return games;
}

TEST_F(GamesInTest, PlaysTheGamesOfAFile) {
    GameRange range = games(small_games);
    const std::vector<PgnGame> found = all_of(range);
    EXPECT_FALSE(range.error());
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].number, 1U);
    EXPECT_EQ(to_fen(found[0].start()), "3K4/4p3/8/8/8/8/8/7k w - - 0 1");
    EXPECT_EQ(to_fen(found[0].board()), "8/4K3/8/8/8/8/8/6k1 w - - 1 4");
    EXPECT_EQ(found[0].moves().size(), 6U);
    EXPECT_EQ(found[0].result, GameResult::white_wins);
    EXPECT_FALSE(found[0].problem);
    EXPECT_THAT(found[0].tags,
                ElementsAre(PgnTag{"Event", "first"}, PgnTag{"FEN", "3K4/4p3/8/8/8/8/8/7k w - - 0 1"},
                            PgnTag{"Result", "1-0"}));
    EXPECT_EQ(found[1].tag("Event"), "second");
    EXPECT_EQ(found[1].tag("White"), "");
}

TEST_F(GamesInTest, AreGames) {
    GameRange range = games("1. f3 e5 2. g4 Qh4# 0-1");
    std::size_t count = 0;
    for (const Game& game : range) {
        ++count;
        EXPECT_EQ(game.termination(), Termination::checkmate);
    }
    EXPECT_EQ(count, 1U);
}

TEST_F(GamesInTest, SaysWhyAGameEndsBeforeItsMoves) {
    GameRange range = games("1. e4 e4 1-0\n\n1. d4 d5 *\n");
    const std::vector<PgnGame> found = all_of(range);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].moves().size(), 1U);
    ASSERT_TRUE(found[0].problem);
    EXPECT_EQ(found[0].problem->fault, PgnFault::bad_move);
    EXPECT_EQ(found[0].problem->line, 1U);
    EXPECT_EQ(found[0].result, GameResult::white_wins);
    EXPECT_FALSE(found[1].problem);
    EXPECT_THAT(problems_, ElementsAre(found[0].problem->message));
}

TEST_F(GamesInTest, BlamesAGameForItsOwnComments) {
    const std::string open = "{open\n\n[Event \"x\"]\n\n1. e4 *\n";
    GameRange inside = games("[Event \"y\"]\n\n1. d4 " + open);
    const std::vector<PgnGame> first = all_of(inside);
    ASSERT_EQ(first.size(), 2U);
    ASSERT_TRUE(first[0].problem);
    EXPECT_EQ(first[0].problem->fault, PgnFault::open_comment);
    EXPECT_FALSE(first[1].problem);
    GameRange between = games("1. d4 * " + open);
    const std::vector<PgnGame> second = all_of(between);
    ASSERT_EQ(second.size(), 2U);
    EXPECT_FALSE(second[0].problem);
    EXPECT_FALSE(second[1].problem);
    EXPECT_EQ(problems_.size(), 2U);
}

TEST_F(GamesInTest, LeavesOutWhatIsNoChess) {
    GameRange range =
        games("[Variant \"Atomic\"]\n1. e4 *\n\n[FEN \"8/8/8 w\"]\n*\n\n[Event \"x\"]\n1. e4 *\n");
    const std::vector<PgnGame> found = all_of(range);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].number, 3U);
    EXPECT_THAT(found[0].tags, ElementsAre(PgnTag{"Event", "x"})) << "and none of those left out";
    EXPECT_FALSE(found[0].problem);
    EXPECT_EQ(range.left_out(), 2U);
    EXPECT_EQ(problems_.size(), 2U);
}

TEST_F(GamesInTest, ReadsValuesWithoutTheirBackslashes) {
    GameRange range = games(R"([A "say \"hi\" \\ \x"])"
                            "\n*\n");
    const std::vector<PgnGame> found = all_of(range);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].tag("A"), R"(say "hi" \ \x)");
}

TEST_F(GamesInTest, HasNoGamesInAnEmptyFile) {
    GameRange range = games("");
    EXPECT_THAT(all_of(range), IsEmpty());
    EXPECT_FALSE(range.error());
}

TEST_F(GamesInTest, SaysThatAFileCannotBeOpened) {
    GameRange range = games_in(folder_.path("absent.pgn"));
    ASSERT_TRUE(range.error()) << "at once";
    EXPECT_EQ(range.error()->kind, FileError::absent);
    EXPECT_THAT(all_of(range), IsEmpty());
    EXPECT_THAT(range.error()->message, HasSubstr("absent.pgn"));
    EXPECT_EQ(range.left_out(), 0U);
}

TEST_F(GamesInTest, ReadsCompressedFiles) {
    for (const std::string& compressed : {zstd_of(small_games), gzip_of(small_games)}) {
        GameRange range = games(compressed);
        EXPECT_EQ(all_of(range).size(), 3U);
        EXPECT_FALSE(range.error());
    }
}

TEST_F(GamesInTest, GivesTheGamesBeforeAnError) {
    const std::string whole = gzip_of("1. e4 *\n1. d4 *\n");
    GameRange range = games(whole + whole.substr(0, 12));
    EXPECT_FALSE(range.error()) << "not yet";
    const std::vector<PgnGame> found = all_of(range);
    EXPECT_EQ(found.size(), 2U);
    ASSERT_TRUE(range.error());
    EXPECT_EQ(range.error()->kind, FileError::unreadable);
    EXPECT_THAT(range.error()->message, HasSubstr(path_));
}

TEST_F(GamesInTest, RefusesUtf16) {
    GameRange range = games(std::string("\xFF\xFE[\0E\0", 6));
    EXPECT_THAT(all_of(range), IsEmpty());
    ASSERT_TRUE(range.error());
    EXPECT_THAT(range.error()->message, HasSubstr(path_ + ": it is written in UTF-16"));
}

TEST_F(GamesInTest, CanBeLeftAndEnteredAgain) {
    GameRange range = games("1. e4 * 1. d4 * 1. c4 *");
    for (const PgnGame& game : range) {
        EXPECT_EQ(game.number, 1U);
        break;
    }
    EXPECT_EQ(all_of(range).size(), 2U);
    EXPECT_EQ(range.begin(), range.end());
}

TEST_F(GamesInTest, TellsTheSameOfOddFilesAsTheReader) {
    const std::string folder = PHILIDOR_SHARED_DIR "/pgn/odd/";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".tsv") continue;
        const std::string path = entry.path().string();
        SCOPED_TRACE(path);
        const auto stream = detail::open_decompressed(path).value();
        const detail::Recording expected = detail::record(*stream);
        GameRange range = games_in(path);
        const std::vector<PgnGame> found = all_of(range);
        EXPECT_EQ(range.error().has_value(), !expected.error.empty());
        ASSERT_EQ(found.size(), expected.games.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].number, expected.games[i].number);
            EXPECT_EQ(found[i].moves().size() + 1, expected.games[i].positions);
            EXPECT_EQ(found[i].result, expected.games[i].result);
            EXPECT_TRUE(to_fen(found[i].board()).starts_with(expected.games[i].last));
            ++count;
        }
    }
    EXPECT_GT(count, 100U);
}

}  // namespace
}  // namespace philidor
