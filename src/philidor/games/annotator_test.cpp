#include "philidor/games/annotator.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/pgn/detail/pgn_reader.hpp"
#include "philidor/pgn/test_support/recorded_games.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// Tables of king and pawn on e5 against king, and all below.
class AnnotatorTest : public testing::Test {
  protected:
    AnnotatorTest() { EXPECT_TRUE(build(test_support::table_key_of("Ke5vK"), *store_)); }

    [[nodiscard]] std::string annotated(const std::string& text) {
        std::string written;
        Prober prober(*store_);
        PgnWriter writer([&](std::string_view part) { written += part; });
        Annotator annotator(prober, writer,
                            [&](const PgnProblem& problem) { problems_.push_back(problem.message); });
        detail::MemoryStream stream(std::as_bytes(std::span(text)));
        EXPECT_TRUE(detail::PgnReader(stream).read(annotator));
        EXPECT_FALSE(annotator.failure());
        totals_ = annotator.totals();
        return written;
    }

    std::unique_ptr<TableStore> store_ =
        DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
    std::vector<std::string> problems_;
    AnnotationTotals totals_;
};

const std::string start = "[Event \"e\"]\n[FEN \"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\"]\n[Result \"*\"]\n\n";

TEST_F(AnnotatorTest, WritesValuesForTheSideThatMoves) {
    EXPECT_EQ(annotated(start + "1. Kd6 Kd8 2. e6 *"),
              start + "1. Kd6 {win} 1... Kd8 {loss} 2. e6 {win} *\n\n");
    EXPECT_EQ(totals_.valued, 3U);
    EXPECT_EQ(totals_.mistakes, 0U);
}

TEST_F(AnnotatorTest, MarksMovesThatChangeTheResult) {
    EXPECT_THAT(annotated(start + "1. Kd5 Kd8 2. Kd6 *"),
                AllOf(HasSubstr("1. Kd5? {draw; K"), HasSubstr(" wins} 1... Kd8? {loss; K"),
                      HasSubstr(" draws} 2. Kd6 {win} *")));
    EXPECT_EQ(totals_.mistakes, 2U);
}

TEST_F(AnnotatorTest, SaysNothingWhereTheTablesKnowNothing) {
    EXPECT_EQ(annotated("[Event \"e\"]\n\n1. e4 e5 1-0"), "[Event \"e\"]\n\n1. e4 e5 1-0\n\n");
    EXPECT_EQ(annotated("[FEN \"4k3/8/4K3/8/8/4P3/8/8 w - - 0 1\"]\n\n1. Kd6 *"),
              "[FEN \"4k3/8/4K3/8/8/4P3/8/8 w - - 0 1\"]\n\n1. Kd6 *\n\n");
}

TEST_F(AnnotatorTest, KeepsTagsCommentsGlyphsAndSigns) {
    EXPECT_EQ(annotated("[A \"say \\\"hi\\\" \\\\\"]\n[B \"a \"b\" c\"]\n\n{first} 1. e4! {good} $10 e5?! ; "
                        "why }\n2. d4 *"),
              "[A \"say \\\"hi\\\" \\\\\"]\n[B \"a \\\"b\\\" c\"]\n\n{first} 1. e4 $1 {good} $10 1... e5 $6 "
              "{ why )} 2. d4 *\n\n");
}

TEST_F(AnnotatorTest, LeavesOutVariations) {
    EXPECT_EQ(annotated("1. e4 (1. d4 d5) e5 1/2-1/2"), "1. e4 e5 1/2-1/2\n\n");
}

TEST_F(AnnotatorTest, SaysWhereAScoreWasNotReadOn) {
    EXPECT_THAT(
        annotated("1. e4 e4 1-0"),
        AllOf(HasSubstr("1. e4 {The score was not read on: san: \"e4\" is not"), EndsWith("} 1-0\n\n")));
    EXPECT_EQ(problems_.size(), 1U);
    EXPECT_EQ(annotated("[Variant \"Atomic\"]\n{c} 1. e4 *\n\n[Event \"next\"]\n1. d4 *"),
              "[Event \"next\"]\n\n1. d4 *\n\n");
}

TEST_F(AnnotatorTest, WritesLinesThatOthersRead) {
    std::string text = "[Event \"e\"]\n[Site \"\"]\n\n";
    for (int i = 0; i < 40; ++i)
        text += "1. Nf3 {some comment % [x] 100 %} Nf6 2. Ng1 Ng8 {" + std::string(100, 'x') + "} ";
    const std::string written = annotated(text + "*");
    for (std::size_t begin = 0; begin < written.size();) {
        const std::size_t end = written.find('\n', begin);
        const std::string line = written.substr(begin, end - begin);
        EXPECT_THAT(line, Not(testing::StartsWith("%")));
        EXPECT_LE(line.size(), 110U) << "only what cannot be broken is longer than 80";
        begin = end + 1;
    }
    const detail::Recording recording = detail::record(written);
    ASSERT_EQ(recording.games.size(), 1U);
    EXPECT_EQ(recording.games[0].positions, 161U);
    EXPECT_TRUE(recording.problems.empty());
}

}  // namespace
}  // namespace philidor
