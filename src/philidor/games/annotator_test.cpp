#include "philidor/games/annotator.hpp"

#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string ke5 = "[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n\n";
const std::string lasker = "[FEN \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\"]\n\n";

GameTree read_game(const std::string& text) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("game.pgn"), std::ios::binary) << text;
    std::optional<GameTree> read;
    EXPECT_TRUE(read_game_trees(folder.path("game.pgn"), [&](GameTree&& game) {
        read = std::move(game);
        return true;
    }));
    return read.value();
}

/// The moves of an annotated game, without its tags and line breaks.
std::string moves_of(const GameTree& game) {
    std::string text = to_pgn(game);
    text.erase(0, text.find("\n\n") + 2);
    for (char& letter : text) {
        if (letter == '\n') letter = ' ';
    }
    return text;
}

/// Without proofs, tables of king and pawn on e5 against king, and all below.
class AnnotatorTest : public testing::Test {
  protected:
    [[nodiscard]] std::string annotated(const std::string& text,
                                        std::optional<ProofLimits> limits = std::nullopt) {
        if (!limits) {
            EXPECT_TRUE(build(test_support::table_key_of("Ke5vK"), *store_));
        }
        Annotator annotator(*store_, std::move(limits));
        const auto game = annotator.annotate(read_game(text));
        EXPECT_TRUE(game);
        totals_ = annotator.totals();
        return moves_of(*game);
    }

    std::unique_ptr<TableStore> store_ = make_memory_store();
    AnnotationTotals totals_;
};

TEST_F(AnnotatorTest, SaysNothingOfMovesThatChangeNothing) {
    EXPECT_EQ(annotated(ke5 + "1. Kd6 Kd8 2. e6 *"), "1. Kd6 Kd8 2. e6 *  ");
    EXPECT_EQ(totals_.valued, 3U);
    EXPECT_EQ(totals_.mistakes, 0U);
}

TEST_F(AnnotatorTest, MarksMovesThatChangeTheResult) {
    // The pawn is on the fifth rank: the king must keep ahead of it.
    EXPECT_THAT(annotated(ke5 + "1. Kd5 Kd8 2. Kd6 *"),
                AllOf(HasSubstr("1. Kd5 $2 {draw; Kd6, Kf6 win} ("), HasSubstr("Kd8 $2 {loss; K"),
                      HasSubstr("; Kd7, Ke7 draw} (1... Kd7"), Not(HasSubstr("2. Kd6 $2"))));
    EXPECT_EQ(totals_.mistakes, 2U);
    EXPECT_EQ(totals_.players.at("Anna").half_points, 1U);
    EXPECT_EQ(totals_.players.at("Anna").valued, 2U);
    EXPECT_EQ(totals_.players.at("Bert").half_points, 1U);
}

TEST_F(AnnotatorTest, MarksMovesThatAloneKeepTheResult) {
    // Ke7 stays in front of the pawn; everywhere else White gets there first.
    EXPECT_THAT(annotated("[FEN \"8/3k4/8/3KP3/8/8/8/8 b - - 0 1\"]\n\n1... Ke7 *"),
                HasSubstr("1... Ke7 $1 {alone draws} (1... K"));
    EXPECT_EQ(totals_.only_moves, 1U);
}

TEST_F(AnnotatorTest, ShowsAtTheEndHowTheLastMoveIsRefuted) {
    EXPECT_THAT(annotated(ke5 + "1. Kd5 *"), HasSubstr("(1. Kd5 Kd7)"));
    EXPECT_THAT(annotated(ke5 + "1. Kd5 Kd7 *"), Not(HasSubstr("(1. Kd5")));
}

TEST_F(AnnotatorTest, SaysNothingWhereNothingIsKnown) {
    EXPECT_EQ(annotated("1. e4 e5 1-0"), "1. e4 e5 1-0  ");
    EXPECT_EQ(annotated("[FEN \"4k3/8/4K3/8/8/4P3/8/8 w - - 0 1\"]\n\n1. Kd6 *"), "1. Kd6 *  ");
    EXPECT_EQ(totals_.valued, 0U);
}

TEST_F(AnnotatorTest, KeepsCommentsGlyphsAndVariations) {
    EXPECT_EQ(annotated("[Event \"e\"]\n\n{first} 1. e4! {good} $10 (1. d4 {too}) e5?! *"),
              "{first} 1. e4 $1 $10 {good} (1. d4 {too}) 1... e5 $6 *  ");
    EXPECT_THAT(annotated(ke5 + "1. Kd5! $10 {centre} (1. Kf6 Kf8) *"),
                HasSubstr("1. Kd5 $2 $10 {centre draw; Kd6, Kf6 win} (1. Kf6 Kf8) ("));
}

TEST_F(AnnotatorTest, ProvesWhatTheStoreLacksOnceAndStoresIt) {
    ProofLimits limits;
    limits.time = std::chrono::hours(1);
    limits.most_men = 9;
    const std::string text = lasker + "1. Kb2 Kb8 2. Ka2 *";
    const std::string written = annotated(text, limits);
    EXPECT_THAT(written, HasSubstr("1. Kb2 $2 {draw; Kb1 wins} (1. Kb1 K"));
    EXPECT_EQ(totals_.valued, 3U);
    EXPECT_EQ(totals_.proved, 3U);
    EXPECT_GT(store_->keys().value().size(), 0U);

    Annotator again(*store_, limits);
    ASSERT_TRUE(again.annotate(read_game(text)));
    ASSERT_TRUE(again.annotate(read_game(text)));
    EXPECT_LE(again.totals().proved, 3U) << "a position is proved once";
    EXPECT_EQ(again.totals().valued, 6U);
}

TEST_F(AnnotatorTest, LeavesPositionsWithMoreMenAlone) {
    ProofLimits limits;
    limits.time = std::chrono::hours(1);
    limits.most_men = 8;
    unsigned asked = 0;
    Annotator annotator(*store_, limits);
    annotator.asked = [&] { ++asked; };
    const auto game = annotator.annotate(read_game(lasker + "1. Kb2 Kb8 *"));
    ASSERT_TRUE(game);
    EXPECT_EQ(moves_of(*game), "1. Kb2 Kb8 *  ");
    EXPECT_EQ(annotator.totals().proved + annotator.totals().open, 0U);
    EXPECT_EQ(asked, 0U);
}

}  // namespace
}  // namespace philidor
