#include "philidor/games/annotate_games.hpp"

#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// What is read and written; `Annotator` has tests of its own about values.
class AnnotateGamesTest : public testing::Test {
  protected:
    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    [[nodiscard]] Result<AnnotatedGames, GamesError> annotate() {
        return annotate_games(path_, *store_, [this](std::string_view text) { written_ += text; }, options_);
    }

    TemporaryFolder folder_;
    std::string path_ = folder_.path("games.pgn");
    std::shared_ptr<MemoryFileSystem> files_ = std::make_shared<MemoryFileSystem>();
    std::unique_ptr<TableStore> store_ = DirectoryStore::open_folder(files_, "tables").value();
    AnnotateOptions options_;
    std::string written_;
};

TEST_F(AnnotateGamesTest, CopiesAFile) {
    write("1. e4 e5 *\n\n1. e4 e4 *\n");
    std::vector<std::size_t> bad_games;
    options_.report = [&](const PgnProblem& problem) { bad_games.push_back(problem.game); };
    const AnnotatedGames annotated = annotate().value();
    EXPECT_FALSE(annotated.error);
    EXPECT_EQ(annotated.totals.games, 2U);
    EXPECT_EQ(annotated.totals.moves, 3U);
    EXPECT_THAT(bad_games, ElementsAre(2U));
    EXPECT_THAT(written_, AllOf(HasSubstr("1. e4 e5 *\n\n["), HasSubstr("\n\n1. e4 {The score")));
}

TEST_F(AnnotateGamesTest, WritesNothingOfAFileThatCannotBeOpened) {
    const auto annotated = annotate();
    ASSERT_FALSE(annotated);
    EXPECT_EQ(annotated.error().kind, GamesError::file);
    EXPECT_THAT(annotated.error().message, HasSubstr(path_));
    EXPECT_EQ(written_, "");
}

TEST_F(AnnotateGamesTest, SaysThatAFileCannotBeReadToItsEnd) {
    write("\x1F\x8B no more");
    const AnnotatedGames annotated = annotate().value();
    ASSERT_TRUE(annotated.error);
    EXPECT_EQ(annotated.error->kind, FileError::unreadable);
}

TEST_F(AnnotateGamesTest, SaysThatATableCannotBeRead) {
    files_->place("tables/Ke2vK.wdl", {});
    write("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. Kd2 *\n");
    const auto annotated = annotate();
    ASSERT_FALSE(annotated);
    EXPECT_EQ(annotated.error().kind, GamesError::store);
    EXPECT_THAT(annotated.error().message, HasSubstr("Ke2vK"));
}

TEST_F(AnnotateGamesTest, StopsWhenItIsAsked) {
    write("1. e4 * 1. d4 * 1. c4 *");
    std::stop_source source;
    options_.budget.stop = source.get_token();
    options_.budget.progress = [&](const Progress& now) {
        EXPECT_EQ(now.done, 23U);
        EXPECT_EQ(now.total, 23U);
        source.request_stop();
    };
    const auto annotated = annotate();
    ASSERT_FALSE(annotated);
    EXPECT_EQ(annotated.error().kind, GamesError::stopped);
    EXPECT_THAT(written_, AllOf(EndsWith("1. e4 *\n\n"), Not(HasSubstr("d4"))));
}

}  // namespace
}  // namespace philidor
