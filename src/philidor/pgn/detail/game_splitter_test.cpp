#include "philidor/pgn/detail/game_splitter.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/pgn/test_support/recorded_games.hpp"

namespace philidor::detail {
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

/// What the pieces tell, one read after the other.
Recording record_pieces(const std::vector<std::string>& pieces) {
    Recording all;
    std::size_t games = 0;
    std::size_t lines = 0;
    for (const std::string& piece : pieces) {
        MemoryStream stream(std::as_bytes(std::span(piece)));
        PgnReader reader(stream);
        GameRecorder recorder;
        if (const auto read = reader.read(recorder); !read) all.error = read.error().message;
        for (RecordedGame& game : recorder.games) {
            game.number += games;
            all.games.push_back(std::move(game));
        }
        for (PgnProblem& problem : recorder.problems) {
            problem.game += games;
            problem.line += lines;
            all.problems.push_back(std::move(problem));
        }
        games += reader.game();
        lines += reader.line() - 1;
    }
    return all;
}

/// Reading the pieces of any size must tell what reading the whole tells. Returns the most pieces.
std::size_t expect_same_games(const std::string& text, std::size_t largest, std::size_t step = 1) {
    const Recording whole = record(text);
    std::size_t most = 0;
    std::vector<std::string> before;
    for (std::size_t piece_size = 1; piece_size <= largest; piece_size += step) {
        const std::vector<std::string> pieces = pieces_of(text, piece_size);
        if (pieces == before) continue;
        const Recording parts = record_pieces(pieces);
        EXPECT_EQ(std::accumulate(pieces.begin(), pieces.end(), std::string()), text);
        EXPECT_EQ(parts.games, whole.games) << text << "\nin pieces of " << piece_size;
        EXPECT_EQ(parts.problems, whole.problems) << text << "\nin pieces of " << piece_size;
        EXPECT_EQ(parts.error, whole.error);
        most = std::max(most, pieces.size());
        before = pieces;
    }
    return most;
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

TEST(GameSplitter, LooksForBracesThatAreFarFromTheCut) {
    const auto pieces_behind = [](const std::string& before) {
        return pieces_of(before + "\n*\n[A \"\"]\n*\n", before.size() + 2).size();
    };
    EXPECT_EQ(pieces_behind("1. e4"), 2U);
    EXPECT_EQ(pieces_behind("1. e4 {"), 1U) << "all in a comment";
    EXPECT_EQ(pieces_behind("1. e4 {\n}"), 2U);
    EXPECT_EQ(pieces_behind("1. e4 {\n} {"), 1U);
    EXPECT_EQ(pieces_behind("1. e4 {\n} {{\n; }"), 2U);
    EXPECT_EQ(pieces_behind("1. e4 ; {"), 2U) << "a brace in a comment";
    EXPECT_EQ(pieces_behind("1. e4 ; } {"), 2U);
    EXPECT_EQ(pieces_behind("[A \"{\"]"), 2U) << "a brace in a value";
}

TEST(GameSplitter, CutsBehindACommentThatComesInPartsAndNotInside) {
    std::string text = "1. e4 {\n";
    while (text.size() < 300'000) text += "1-0\n[A \"\"]\n";
    text += "}\n" + std::string(100'000, '\n') + "1-0\n";
    for (const std::size_t piece_size : {1000U, 100'000U}) {
        EXPECT_THAT(pieces_of(text + "[B \"\"]\n*", piece_size), ElementsAre(text, "[B \"\"]\n*"));
    }
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
                                         " 1-0\n[White \"w\"]\n",
                                         " *\r\n\r\n[Event \"4\"]\r\n",
                                         "} 0-1\n\n[Event \"5\"]\n",
                                         "\r",
                                         "\n[Event \"2\"]\n\n1. e4 e5\n",
                                         "{oh\r\n[Event \"3\"]\r\n",
                                         " ]",
                                         ",",
                                         "\xEF\xBB\xBF",
                                         std::string(1, '\0')};
    std::mt19937_64 random(7);
    const std::size_t rounds = test_support::samples(std::size_t{300});
    std::size_t cuts = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string text;
        for (int i = 0; i < 40; ++i) text += words[random() % words.size()];
        cuts += expect_same_games(text, text.size()) - 1;
        if (HasFailure()) return;
    }
    EXPECT_GT(cuts, 2 * rounds) << "else it says little";
}

TEST(GameSplitter, TellsTheSameOfOddFiles) {
    const std::string folder = PHILIDOR_SHARED_DIR "/pgn/odd/";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "skipped: no " << folder;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".pgn" || entry.path().filename() == "utf16.pgn") continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        (void)expect_same_games(text, 5000, 37);
    }
}

}  // namespace
}  // namespace philidor::detail
