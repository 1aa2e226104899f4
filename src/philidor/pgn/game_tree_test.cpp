#include "philidor/pgn/game_tree.hpp"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {
namespace {

std::vector<GameTree> trees_of(const std::string& pgn) {
    const TemporaryFolder folder;
    const std::string path = folder.path("games.pgn");
    std::ofstream(path) << pgn;
    std::vector<GameTree> games;
    EXPECT_TRUE(read_game_trees(path, [&](GameTree&& game) {
        games.push_back(std::move(game));
        return true;
    }));
    return games;
}

constexpr const char* annotated =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
    "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n[Source \"Saavedra\"]\n\n"
    "{A study.} 1. c7 $1 {Only this.} (1. Ka7 $2 {draw} 1... Kb1 (1... Ka2 2. c7) 2.\n"
    "c7) (1. Kb7) 1... Rd6+ 2. Kb5 1-0\n\n";

TEST(GameTree, ReadsVariationsAndWritesThemBack) {
    const auto games = trees_of(annotated);
    ASSERT_EQ(games.size(), 1U);
    const GameTree& game = games.front();
    EXPECT_EQ(game.tag("Source"), "Saavedra");
    EXPECT_EQ(game.comment, "A study.");
    ASSERT_EQ(game.next.size(), 3U);
    EXPECT_EQ(to_san(game.start, game.next[0].move), "c7");
    EXPECT_EQ(game.next[0].comment, "Only this.");
    EXPECT_EQ(game.next[1].glyphs, std::vector<unsigned>{2});
    EXPECT_EQ(game.next[1].next.size(), 2U);
    EXPECT_EQ(to_pgn(game), annotated);
}

TEST(GameTree, GivesACommentBeforeAVariationToItsFirstMove) {
    const auto games = trees_of("[Event \"x\"]\n\n1. e4 ({Also good.} 1. d4 d5) 1... e5! 1/2-1/2\n");
    ASSERT_EQ(games.size(), 1U);
    ASSERT_EQ(games[0].next.size(), 2U);
    EXPECT_EQ(games[0].next[1].comment, "Also good.");
    EXPECT_EQ(games[0].next[0].next.at(0).glyphs, std::vector<unsigned>{1});
    EXPECT_EQ(games[0].result, GameResult::draw);
}

TEST(GameTree, LeavesOutWhatIsTooLong) {
    std::string pgn = "[Event \"x\"]\n\n";
    for (int i = 0; i < 100'000; ++i) pgn += "Nf3 Nf6 Ng1 Ng8\n";
    const auto games = trees_of(pgn + " *\n\n[Event \"y\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2U);
    std::size_t plies = 0;
    for (auto* next = &games[0].next; !next->empty(); next = &next->front().next) ++plies;
    EXPECT_GT(plies, 1'000U);
    EXPECT_LT(plies, 10'000U);
    ASSERT_TRUE(games[0].problem);
    EXPECT_EQ(games[0].problem->fault, PgnFault::too_large);
    EXPECT_EQ(games[1].next.size(), 1U);
}

TEST(GameTree, LeavesOutVariationsThatAreTooDeep) {
    const std::string deep(100'000, '(');
    const std::string closed(100'000, ')');
    const auto games = trees_of("[Event \"x\"]\n\n1. e4 " + deep + " d4 " + closed + " e5 *\n");
    ASSERT_EQ(games.size(), 1U);
    ASSERT_EQ(games[0].next.size(), 1U) << "the move in the variations is left out";
    EXPECT_EQ(to_san(games[0].start.after(games[0].next[0].move), games[0].next[0].next.at(0).move), "e5");
    EXPECT_FALSE(games[0].problem);
}

TEST(GameTree, EndsAVariationAtABadMoveAndReadsOn) {
    const auto games = trees_of(
        "[Event \"x\"]\n\n1. e4 (1. e5 d5 2. d4 (2. c4) 1-0) e5 2. Nf3 *\n\n[Event \"y\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_FALSE(games[0].problem) << "the main line is whole";
    ASSERT_EQ(games[0].next.size(), 1U);
    EXPECT_EQ(games[0].next[0].next.at(0).next.size(), 1U);
}

TEST(GameTree, FailsForAFileThatIsNotThere) {
    EXPECT_FALSE(read_game_trees("no/such/file.pgn", [](GameTree&&) { return true; }));
}

}  // namespace
}  // namespace philidor
