#include "philidor/pgn/game_splitter.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/test_support/recorded_games.hpp"

namespace philidor {
namespace {

using testing::ElementsAre;

/// All pieces of a text.
std::vector<std::string> pieces_of(std::string_view text,
                                   std::size_t piece_size,
                                   std::size_t at_once = 1'000'000) {
    MemoryStream stream(std::as_bytes(std::span(text)), at_once);
    GameSplitter splitter(stream, piece_size);
    std::vector<std::string> pieces;
    while (const auto piece = splitter.next()) {
        EXPECT_EQ(piece->number(), pieces.size());
        std::string& read = pieces.emplace_back();
        std::vector<char> buffer(100);
        while (const std::size_t count = *piece->read(std::as_writable_bytes(std::span(buffer)))) {
            read.append(buffer.data(), count);
        }
    }
    return pieces;
}

/// Reading the pieces one after the other must tell what reading the whole tells.
void expect_same_games(const std::string& text, std::size_t piece_size) {
    const Recording whole = record(text);
    std::size_t games = 0;
    std::size_t problems = 0;
    std::string joined;
    for (const std::string& piece : pieces_of(text, piece_size)) {
        joined += piece;
        const Recording part = record(piece);
        for (const RecordedGame& game : part.games) {
            ASSERT_LT(games, whole.games.size()) << text;
            EXPECT_EQ(game.positions, whole.games[games].positions) << text;
            EXPECT_EQ(game.last, whole.games[games].last) << text;
            EXPECT_EQ(game.result, whole.games[games].result) << text;
            ++games;
        }
        problems += part.problems.size();
    }
    EXPECT_EQ(joined, text);
    EXPECT_EQ(games, whole.games.size()) << text;
    EXPECT_EQ(problems, whole.problems.size()) << text;
}

TEST(GameSplitter, CutsBeforeTheTagsOfAGame) {
    EXPECT_THAT(
        pieces_of("[Event \"1\"]\n[Site \"\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 0-1\n[Event \"3\"]\n*", 1),
        ElementsAre("[Event \"1\"]\n[Site \"\"]\n\n1. e4 *\n\n", "[Event \"2\"]\n\n1. d4 0-1\n",
                    "[Event \"3\"]\n*"));
}

TEST(GameSplitter, MakesPiecesOfAtLeastTheSizeThatIsWanted) {
    const std::string game = "[Event \"\"]\n1. e4 *\n";
    EXPECT_THAT(pieces_of(game + game + game, game.size() + 1), ElementsAre(game + game, game));
}

TEST(GameSplitter, CutsNothingInsideCommentsAndValues) {
    const std::string text = "[A \"{\"]\n1. e4 {\n[B \"\"]\n1. d4 *\n} e5 ; {\n% {\n1-0\n[C \" } \"]\n*\n";
    EXPECT_THAT(pieces_of(text, 1),
                ElementsAre(text.substr(0, text.find("[C")), text.substr(text.find("[C"))));
}

TEST(GameSplitter, GivesWhatHasNoGamesInParts) {
    const std::string text = "1. e4 {" + std::string(500'000, 'c');
    EXPECT_THAT(pieces_of(text, 1000), ElementsAre(text));
    EXPECT_THAT(pieces_of(text, 1000, 777), ElementsAre(text));
    EXPECT_THAT(pieces_of("", 1), ElementsAre(""));
}

TEST(GameSplitter, TellsTheSameAsReadingTheWhole) {
    const std::vector<std::string> words{"[Event \"1\"]",
                                         "[Site \"a { b\"]",
                                         "[bad",
                                         "[Black \"b\"] junk",
                                         "\n",
                                         "\r\n",
                                         "\n\n",
                                         "1. ",
                                         "e4 ",
                                         "e5 ",
                                         "{",
                                         "}",
                                         "; ",
                                         "\n%",
                                         "(",
                                         ")",
                                         "$3 ",
                                         "*",
                                         " 1-0 ",
                                         "0-1",
                                         " x1. ",
                                         " --",
                                         "\r",
                                         "\n[Event \"2\"]\n\n1. e4 e5\n",
                                         "{oh\r\n[Event \"3\"]\r\n",
                                         " ]",
                                         ",",
                                         "\xEF\xBB\xBF",
                                         std::string(1, '\0')};
    std::mt19937_64 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (int i = 0; i < 25; ++i) text += words[random() % words.size()];
        expect_same_games(text, 1 + random() % 50);
        if (HasFailure()) return;
    }
}

TEST(GameSplitter, TellsTheSameOfOddFiles) {
    const std::string folder = PHILIDOR_SHARED_DIR "/pgn/odd/";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".pgn" || entry.path().filename() == "utf16.pgn") continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        expect_same_games(std::string(std::istreambuf_iterator<char>(file), {}), 1);
    }
}

}  // namespace
}  // namespace philidor
