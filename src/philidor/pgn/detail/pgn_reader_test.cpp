#include "philidor/pgn/detail/pgn_reader.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/test_support/recorded_games.hpp"

namespace philidor::detail {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Writes down what it is told.
class Listener final : public PgnVisitor {
  public:
    std::string heard;

    void begin_game(const PgnReader& reader) override {
        heard += "<" + std::to_string(reader.game()) + ":" + std::to_string(reader.line());
    }
    void tag(std::string_view name, std::string_view value) override {
        heard += " " + std::string(name) + "=" + std::string(value);
    }
    [[nodiscard]] NextStep word(std::string_view text) override {
        heard += " " + std::string(text);
        if (text == "SKIP") return NextStep::skip_game;
        return text == "STOP" ? NextStep::stop : NextStep::read_on;
    }
    void comment(std::string_view text) override { heard += " {" + std::string(text) + "}"; }
    void unclosed_comment(const PgnReader& /*reader*/, std::size_t line) override {
        heard += " !" + std::to_string(line);
    }
    void glyph(unsigned number) override { heard += " $" + std::to_string(number); }
    [[nodiscard]] NextStep end_game(GameResult result) override {
        heard += " " + std::string(text_of(result)) + ">";
        ++games;
        return after_game;
    }

    NextStep after_game = NextStep::read_on;
    std::size_t games = 0;
};

/// What a listener hears who stops the reader after each game, and lets it read on.
std::string heard_game_by_game(const std::string& text) {
    MemoryStream stream(std::as_bytes(std::span(text)));
    Listener listener;
    listener.after_game = NextStep::stop;
    PgnReader reader(stream);
    std::size_t games = 0;
    do {
        games = listener.games;
        EXPECT_TRUE(reader.read(listener));
        EXPECT_LE(listener.games, games + 1);
    } while (listener.games != games);
    return listener.heard;
}

/// What a listener hears of a text, the same in whichever pieces it comes.
std::string heard_of(const std::string& text) {
    std::optional<std::string> heard;
    for (const std::size_t piece : {1'000'000UL, 1UL, 7UL}) {
        MemoryStream stream(std::as_bytes(std::span(text)), piece);
        Listener listener;
        PgnReader reader(stream);
        EXPECT_TRUE(reader.read(listener));
        if (!heard) heard = listener.heard;
        EXPECT_EQ(listener.heard, *heard) << "in pieces of " << piece;
    }
    return *heard;
}

TEST(PgnReader, FindsTagsWordsCommentsAndGlyphs) {
    EXPECT_EQ(
        heard_of(
            "[Event \"Paris\"]\n[White \"Philidor\"]\n\n1. e4 {best} e5 $1 2.Bc4 ;by test\nBc5!? 1/2-1/2\n"),
        "<1:1 Event=Paris White=Philidor e4 {best} e5 $1 Bc4 {by test} Bc5!? 1/2-1/2>");
}

TEST(PgnReader, FindsManyGames) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n\n1. e4 1-0\n\n[Event \"2\"]\n\n1. d4 0-1\n"),
              "<1:1 Event=1 e4 1-0><2:5 Event=2 d4 0-1>");
}

TEST(PgnReader, EndsAGameWhereTagsFollowMoves) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n1. e4 e5\n[Event \"2\"]\n1. d4 *"),
              "<1:1 Event=1 e4 e5 *><2:3 Event=2 d4 *>");
}

TEST(PgnReader, LetsAnEmptyLineEndNothing) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n\n[Site \"2\"]\n\n1. e4\n\n\n\ne5\n\n*\n"),
              "<1:1 Event=1 Site=2 e4 e5 *>");
}

TEST(PgnReader, TakesASecondEventBehindAnEmptyLineForANewGame) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n[Site \"a\"]\n\n[Event \"2\"]\n\n*\n"),
              "<1:1 Event=1 Site=a *><2:4 Event=2 *>");
    EXPECT_EQ(heard_of("[Event \"1\"]\n[Event \"2\"]\n\n*\n"), "<1:1 Event=1 Event=2 *>");
}

TEST(PgnReader, NeedsNoTags) {
    EXPECT_EQ(heard_of("1. e4 e5 1-0\n1.d4 d5 *"), "<1:1 e4 e5 1-0><2:2 d4 d5 *>");
}

TEST(PgnReader, FindsNoGameInOrdinaryText) {
    EXPECT_EQ(heard_of("Dear friend,\nI have 2 games: e4 e5 and 1. not this one. -- 1-0 * yours\n"), "");
    EXPECT_EQ(heard_of("  \n\n"), "");
    EXPECT_EQ(heard_of(""), "");
}

TEST(PgnReader, LeavesOutTextBetweenGames) {
    EXPECT_EQ(heard_of("Hello\n[Event \"1\"]\n\n1. e4 *\nwhat a game, e5 too\n[Event \"2\"]\n*"),
              "<1:2 Event=1 e4 *><2:6 Event=2 *>");
}

TEST(PgnReader, HearsNoVariations) {
    EXPECT_EQ(
        heard_of("[Event \"1\"]\n(1. d4 (1. c4 {(} 1-0) d5) 1. e4 ) e5 (2. f4 *\n[Event \"2\"]\n1. d4 *"),
        "<1:1 Event=1 e4 e5 *><2:3 Event=2 d4 *>");
}

TEST(PgnReader, NestsNoBraces) { EXPECT_EQ(heard_of("1. e4 {a {b} e5 } *"), "<1:1 e4 {a {b} e5 *>"); }

TEST(PgnReader, TakesNothingInCommentsForAGame) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n{\n\n[Event \"2\"]\n\n1. d4 1-0\n} 1. e4 ; { 1-0\n*"),
              "<1:1 Event=1 {\n\n[Event \"2\"]\n\n1. d4 1-0\n} e4 { { 1-0} *>");
}

TEST(PgnReader, EndsACommentThatIsNeverClosedWhereTheNextGameBegins) {
    const std::string open = "[Event \"1\"]\r\n\r\n1. e4 {oh\r\ne5 1-0\r\n";
    const std::string next = "[Event \"2\"]\r\n\r\n1. d4 ";
    const std::string heard = "<1:1 Event=1 e4 {oh\r\ne5 1-0} !3 *><2:5 Event=2 d4";
    EXPECT_EQ(heard_of(open + next + "*"), heard + " *>") << "the file ends without a brace";
    EXPECT_EQ(heard_of(open + next + "{c} *"), heard + " {c} *>") << "another comment begins";
    EXPECT_EQ(heard_of(open + next + std::string(70'000, ' ') + "} d5 *"), heard + " d5 *>")
        << "no game is quoted at such length";
    EXPECT_EQ(heard_of(open + next + "} d5 *"),
              "<1:1 Event=1 e4 {oh\r\ne5 1-0\r\n[Event \"2\"]\r\n\r\n1. d4 } d5 *>")
        << "a game may be quoted";
}

TEST(PgnReader, ReportsACommentThatIsNeverClosed) {
    EXPECT_EQ(heard_of("1. e4\n{e5\n\n2. d4"), "<1:1 e4 {e5\n\n2. d4} !2 *>");
    EXPECT_EQ(heard_of("[Event \"1\"]\n*\n{"), "<1:1 Event=1 *> !3");
    const std::string lines = std::string(100'000, '\n');
    EXPECT_THAT(heard_of("{" + lines + "} 1. e4 {"), testing::EndsWith("<1:100001 e4 !100001 *>"));
}

TEST(PgnReader, SkipsEscapedLines) {
    EXPECT_EQ(heard_of("% {\n%\r\n[Event \"1\"]\n% (\n\n1. e4\n%1. d4\n 85% e5 *\n%"),
              "<1:3 Event=1 e4 % e5 *>");
}

TEST(PgnReader, KnowsAllLineEnds) {
    EXPECT_EQ(heard_of("[Event \"1\"]\r\n[Site \"a\"]\r\n\r\n1. e4\r\n*\r\n[Event \"2\"]\r\n*"),
              "<1:1 Event=1 Site=a e4 *><2:6 Event=2 *>");
    EXPECT_EQ(heard_of("[Event \"1\"]\r[Site \"a\"]\r\r1. e4\r*\r[Event \"2\"]\r*"),
              "<1:1 Event=1 Site=a e4 *><2:6 Event=2 *>");
}

TEST(PgnReader, ReadsTagsOnOneLine) {
    EXPECT_EQ(heard_of("[Event \"1\"][Site \"a\"] 1. e4 * [Event \"2\"] *"),
              "<1:1 Event=1 Site=a e4 *><2:1 Event=2 *>");
}

TEST(PgnReader, KeepsQuotesAndBracketsInValues) {
    EXPECT_EQ(heard_of("[A \"a \\\" ] [ { ; b\"]\n[B \"say \"hi\" twice\"]\n[C \"\\\\\"]\n[D \"\"]\n*"),
              "<1:1 A=a \\\" ] [ { ; b B=say \"hi\" twice C=\\\\ D= *>");
}

TEST(PgnReader, DropsBadTagsLineByLine) {
    EXPECT_EQ(
        heard_of(
            "[Event \"1]\n[Site]\n[Round 3]\n[ Date\t\"x\" ] junk\n[]\n[White \"a\n[Black \"b\"]\n\n1. e4 *"),
        "<1:4 Date=x Black=b e4 *>");
}

TEST(PgnReader, DropsATagLongerThanAnyGoodOne) {
    EXPECT_EQ(heard_of("[Event \"" + std::string(20'000, 'x') + "\"]\n*").size(), 20'000U + 14);
    EXPECT_EQ(heard_of("[Site \"a\"]\n[Event \"" + std::string(100'000, 'x') + "\"]\n1. e4 *"),
              "<1:1 Site=a e4 *>");
}

TEST(PgnReader, BelievesNoMoveNumber) {
    EXPECT_EQ(heard_of("1.... e4 7 e5 0. d4 99999999999999999999999.d5 2... *"), "<1:1 e4 e5 d4 d5 *>");
}

TEST(PgnReader, TellsCastlingFromResults) {
    EXPECT_EQ(heard_of("[Event \"1\"]\n0-0 0-0-0 4.0-0 0-1"), "<1:1 Event=1 0-0 0-0-0 0-0 0-1>");
}

TEST(PgnReader, ForgivesResultsInOtherForms) {
    EXPECT_EQ(heard_of("1. e4 1/2"), "<1:1 e4 1/2-1/2>");
    EXPECT_EQ(heard_of("1. e4 1-0."), "<1:1 e4 1-0>");
    EXPECT_EQ(heard_of("1. e4 1-0 1-0 {again} *"), "<1:1 e4 1-0>");
}

TEST(PgnReader, DropsMarksCommasAndZeros) {
    EXPECT_EQ(heard_of("\xEF\xBB\xBF[Event \"1\"]\n1. e4, } ] e5 ) d4" + std::string(1, '\0') +
                       "*\n\xEF\xBB\xBF" + "1. d4 *"),
              "<1:1 Event=1 e4 e5 d4 *><2:3 d4 *>");
}

TEST(PgnReader, HearsNothingOfEndlessWords) {
    EXPECT_EQ(heard_of("1. e4 " + std::string(400'000, 'N') + " e5 *"), "<1:1 e4 e5 *>");
}

TEST(PgnReader, TellsLongCommentsInParts) {
    const std::string comment(600'000, 'c');
    const std::string text = "1. e4 {" + comment + "} e5 *";
    MemoryStream whole(std::as_bytes(std::span(text)));
    Listener listener;
    EXPECT_TRUE(PgnReader(whole).read(listener));
    EXPECT_GT(listener.heard.size(), comment.size());
    EXPECT_THAT(listener.heard, testing::EndsWith("} e5 *>"));
}

TEST(PgnReader, SurvivesFilesThatAreCutAnywhere) {
    const std::string text = "[Event \"1\"]\n% x\n1. e4 (1. d4) {c} $1 e5 ; c\n2. Nf3 1-0\n";
    for (std::size_t length = 0; length < text.size(); ++length) (void)heard_of(text.substr(0, length));
    EXPECT_EQ(heard_of(text.substr(0, 26)), "<1:1 Event=1 e4 *>");
}

TEST(PgnReader, ReadsOnWhereItWasStopped) {
    for (const char* text :
         {"", "junk", "[A \"\"]\n1. e4 1-0\n% x\n\n1. d4 *", "1. e4 [A \"\"][B \"\"]\n[C \"\"]",
          "[Event \"1\"]\n\n[Event \"2\"]\n{c} 1. e4 [X \"\"] {c} e5",
          "1. e4 {open\n[Event \"2\"]\n1. e4 * 1. d4 1-0 [A \"\"] 1. c4"}) {
        EXPECT_EQ(heard_game_by_game(text), heard_of(text)) << text;
    }
}

TEST(PgnReader, SkipsOrStopsAsTheVisitorChooses) {
    EXPECT_EQ(heard_of("[A \"\"]\n1. SKIP e5 {c} $1 [B \"\"]\n1. e4 STOP e5 *"),
              "<1:1 A= SKIP *><2:2 B= e4 STOP");
}

TEST(PgnReader, RefusesUtf16) {
    const Recording recording = record(std::string("\xFF\xFE[\0E\0", 6));
    EXPECT_THAT(recording.games, IsEmpty());
    EXPECT_THAT(recording.error, HasSubstr("UTF-16"));
}

TEST(PgnReader, PassesTheErrorsOfItsStreamOn) {
    class BrokenStream final : public ByteStream {
      public:
        [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
            if (is_read_) return fail(FileError::unreadable, "the disk is gone");
            is_read_ = true;
            const std::string_view text = "1. e4 e5 1-0 1. d4";
            std::ranges::copy(std::as_bytes(std::span(text)), target.begin());
            return text.size();
        }
        [[nodiscard]] std::uint64_t taken() const override { return 0; }

      private:
        bool is_read_ = false;
    };
    BrokenStream stream;
    const Recording recording = record(stream);
    EXPECT_EQ(recording.games.size(), 2U) << "what came before the error counts";
    EXPECT_EQ(recording.error, "the disk is gone");
}

}  // namespace
}  // namespace philidor::detail
