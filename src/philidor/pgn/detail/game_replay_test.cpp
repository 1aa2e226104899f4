#include "philidor/pgn/detail/game_replay.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/pgn/test_support/recorded_games.hpp"

namespace philidor::detail {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// The last position of the only game, which must read without a problem.
std::string last_of(const std::string& text) {
    const Recording recording = record(text);
    EXPECT_THAT(recording.problems, IsEmpty()) << text;
    EXPECT_EQ(recording.games.size(), 1U) << text;
    return recording.games.empty() ? "" : recording.games.back().last;
}

/// The same for moves from a position.
std::string last_of(const std::string& fen, const std::string& moves) {
    return last_of("[FEN \"" + fen + "\"]\n\n" + moves + " *\n");
}

/// How many positions are counted, and the one problem, which must be there.
void expect_problem(const std::string& text,
                    std::size_t positions,
                    PgnFault fault,
                    const std::string& message) {
    const Recording recording = record(text + "\n\n[Event \"the next\"]\n\n1. e4 *\n");
    ASSERT_EQ(recording.problems.size(), 1U) << text;
    EXPECT_EQ(recording.problems[0].fault, fault) << text;
    EXPECT_EQ(recording.problems[0].game, 1U);
    EXPECT_THAT(recording.problems[0].message, HasSubstr(message));
    ASSERT_EQ(recording.games.size(), positions == 0 ? 1U : 2U);
    if (positions != 0) {
        EXPECT_EQ(recording.games[0].positions, positions);
        EXPECT_TRUE(recording.games[0].is_stopped);
    }
    EXPECT_EQ(recording.games.back().positions, 2U) << "the next game reads as if nothing had been";
    EXPECT_FALSE(recording.games.back().is_stopped);
}

TEST(GameReplay, PlaysTheMainLine) {
    const Recording recording = record("[Result \"0-1\"]\n1. f3 (1. e4 e5) e5 2. g4 {oh} Qh4# 0-1\n");
    ASSERT_EQ(recording.games.size(), 1U);
    EXPECT_EQ(recording.games[0].positions, 5U);
    EXPECT_EQ(recording.games[0].last, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w");
    EXPECT_EQ(recording.games[0].result, GameResult::black_wins);
    EXPECT_FALSE(recording.games[0].is_stopped);
    EXPECT_FALSE(recording.games[0].has_fen);
}

TEST(GameReplay, CountsTheStartPositionOfAGameWithoutMoves) {
    const Recording recording = record("[Event \"1\"]\n\n*\n\n[FEN \"8/8/4k3/8/8/4K3/8/8 b - - 0 1\"]\n");
    ASSERT_EQ(recording.games.size(), 2U);
    EXPECT_EQ(recording.games[0].positions, 1U);
    EXPECT_EQ(recording.games[1].last, "8/8/4k3/8/8/4K3/8/8 b");
    EXPECT_TRUE(recording.games[1].has_fen);
}

TEST(GameReplay, BelievesTheResultBehindTheMovesBeforeTheTag) {
    EXPECT_EQ(record("[Result \"1-0\"]\n1. e4 0-1").games[0].result, GameResult::black_wins);
    EXPECT_EQ(record("[Result \"1-0\"]\n1. e4 *").games[0].result, GameResult::white_wins);
    EXPECT_EQ(record("[Result \"won\"]\n1. e4").games[0].result, GameResult::unknown);
}

TEST(GameReplay, ForgivesHabitsOfWriting) {
    const std::string expected = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b";
    for (const char* moves :
         {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O", "1. e2-e4 e7e5 2. Ng1f3 Nb8-c6 3. Bf1c4+ Nf6?! 4. 0-0!",
          "e4 e5 nf3 nc6 bc4 nf6 o-o", "1. e4, e5, 2. Nf3 N Nc6 +/- 3. Bc4 ch Nf6 mate 4. O-O",
          "1. e4 e5 2. \xE2\x99\x98"
          "f3 \xE2\x99\x9E"
          "c6 3. \xE2\x99\x97"
          "c4 3\xE2\x80\xA6\xE2\x99\x9E"
          "f6 4. 0-0"}) {
        EXPECT_EQ(last_of(std::string("[Event \"\"]\n\n") + moves + " *"), expected) << moves;
    }
}

TEST(GameReplay, PlaysPromotionsInAllForms) {
    for (const char* move : {"e8=Q", "e8Q", "e8=q+"}) {
        EXPECT_EQ(last_of("8/k3P3/8/8/8/8/8/K7 w - - 0 1", move), "4Q3/k7/8/8/8/8/8/K7 b") << move;
    }
    EXPECT_EQ(last_of("3n4/k3P3/8/8/8/8/8/K7 w - - 0 1", "exd8=N"), "3N4/k7/8/8/8/8/8/K7 b");
}

TEST(GameReplay, TakesEnPassant) {
    for (const char* move : {"exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "e5xd6"}) {
        EXPECT_EQ(last_of("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", std::string("d5 ") + move),
                  "4k3/8/3P4/8/8/8/8/4K3 b")
            << move;
    }
}

TEST(GameReplay, PrefersThePawnToTheBishop) {
    EXPECT_EQ(last_of("4k3/8/8/4B3/8/2p5/1P6/4K3 w - - 0 1", "bxc3"), "4k3/8/8/4B3/8/2P5/8/4K3 b");
    EXPECT_EQ(last_of("4k3/8/8/4B3/8/2p5/1P6/4K3 w - - 0 1", "Bxc3"), "4k3/8/8/8/8/2B5/1P6/4K3 b");
}

TEST(GameReplay, CastlesInChess960WithOrWithoutItsTag) {
    const std::string start = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w ";
    for (const char* rights : {"KQkq", "EAea"}) {
        EXPECT_EQ(last_of(start + rights + " - 0 1", "1. O-O O-O-O"),
                  "2krr3/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w");
        EXPECT_EQ(last_of("[Variant \"Fischerandom\"]\n[FEN \"" + start + rights + " - 0 1\"]\n\n1. O-O *"),
                  "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b");
    }
}

TEST(GameReplay, CompletesAShortFen) {
    EXPECT_EQ(last_of("8/5k2/8/5P2/4K3/8/8/8", "Ke5"), "8/5k2/8/4KP2/8/8/8/8 b");
    EXPECT_EQ(last_of("8/5k2/8/5P2/4K3/8/8/8 b -", "Ke7"), "8/4k3/8/5P2/4K3/8/8/8 w");
}

TEST(GameReplay, StopsAtAMoveThatCannotBePlayed) {
    expect_problem("1. e4 e5 2. Ke3 Nc6 1-0", 3, PgnFault::bad_move, "\"Ke3\" is not legal here");
    expect_problem("1. e4 e5 2. Sf3 Sc6 *", 3, PgnFault::bad_move,
                   "\"Sf3\" does not have the form of a move");
    expect_problem("1. e4 e5 2. Qh9 *", 3, PgnFault::bad_move, "\"Qh9\"");
    expect_problem("1. e4 e5 2. Ni3 Nc6 3. Nf9+ *", 3, PgnFault::bad_move, "\"Nc6\"");
    expect_problem("1. e4 e5 2. O-O *", 3, PgnFault::bad_move, "\"O-O\"");
    expect_problem("[FEN \"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1\"]\n1. Ne2 *", 1, PgnFault::bad_move,
                   "ambiguous");
    expect_problem("[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n1. e8 *", 1, PgnFault::bad_move, "promotion");
    expect_problem("1. f3 e5 2. g4 Qh4 3. a3 *", 5, PgnFault::bad_move, "\"a3\" is not legal here");
}

TEST(GameReplay, StopsAtANullMove) {
    expect_problem("1. e4 -- 2. d4 *", 2, PgnFault::null_move, "\"--\"");
    expect_problem("1. e4 Z0 2. d4 *", 2, PgnFault::null_move, "\"Z0\"");
}

TEST(GameReplay, LeavesOutWhatIsNoChessOrNoPosition) {
    expect_problem("[Variant \"Atomic\"]\n1. e4 *", 0, PgnFault::other_variant, "\"Atomic\"");
    expect_problem("[FEN \"8/8/8 w - - 0 1\"]\n1. e4 *", 0, PgnFault::bad_start, "3 ranks instead of 8");
    EXPECT_EQ(
        record("[Variant \"From Position\"]\n[FEN \"8/5k2/8/5P2/4K3/8/8/8 w - - 0 1\"]\n*").games.size(), 1U);
}

TEST(GameReplay, SaysWhereAProblemIs) {
    const Recording recording = record("[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e4\ne4 *\n");
    ASSERT_EQ(recording.problems.size(), 1U);
    EXPECT_EQ(recording.problems[0].game, 2U);
    EXPECT_EQ(recording.problems[0].line, 8U);
}

TEST(GameReplay, NoticesThatTheFileEndsInsideAMove) {
    const Recording recording = record("[Event \"1\"]\n\n1. e4 e5 2. B");
    ASSERT_EQ(recording.problems.size(), 1U);
    EXPECT_EQ(recording.problems[0].fault, PgnFault::cut_off);
    EXPECT_EQ(recording.games[0].positions, 3U);
}

}  // namespace
}  // namespace philidor::detail
