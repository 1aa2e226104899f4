#include "philidor/chess/game.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;

void play_all(Game& game, std::initializer_list<const char*> moves) {
    for (const char* text : moves) {
        const auto move = parse_san(game.board(), text);
        ASSERT_TRUE(move) << move.error().message;
        game.play(*move);
    }
}

std::optional<Termination> termination_of(const std::string& fen) {
    return Game(board_of(fen)).termination();
}

TEST(Game, BeginsAtTheStartPosition) {
    const Game game;
    EXPECT_EQ(game.start(), Board());
    EXPECT_EQ(game.board(), Board());
    EXPECT_TRUE(game.moves().empty());
    EXPECT_EQ(game.repetitions(), 1U);
    EXPECT_FALSE(game.termination());
    EXPECT_FALSE(game.can_claim_draw());
}

TEST(Game, TakesBackMoveByMove) {
    Game game;
    std::vector<Board> boards;
    for (const char* text : {"e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"}) {
        boards.push_back(game.board());
        play_all(game, {text});
    }
    EXPECT_EQ(game.moves().size(), boards.size());
    for (; !boards.empty(); boards.pop_back()) {
        game.take_back();
        EXPECT_EQ(game.board(), boards.back());
    }
    EXPECT_TRUE(game.moves().empty());
}

TEST(Game, EndsByCheckmate) {
    Game game;
    play_all(game, {"f3", "e5", "g4"});
    EXPECT_FALSE(game.termination());
    play_all(game, {"Qh4"});
    EXPECT_EQ(game.termination(), Termination::checkmate);
}

TEST(Game, EndsByStalemate) {
    EXPECT_EQ(termination_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Termination::stalemate);
}

TEST(Game, EndsByInsufficientMaterial) {
    for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/3bK3 w - - 0 1", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"}) {
        EXPECT_EQ(termination_of(fen), Termination::insufficient_material) << fen;
    }
    for (const char* fen : {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
                            "4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"}) {
        EXPECT_FALSE(termination_of(fen)) << fen;
    }
}

TEST(Game, CountsRepetitionsOfThePosition) {
    Game game;
    for (unsigned times = 2; times <= 5; ++times) {
        play_all(game, {"Nf3", "Nf6", "Ng1"});
        EXPECT_EQ(game.repetitions(), times - 1);
        play_all(game, {"Ng8"});
        EXPECT_EQ(game.repetitions(), times);
        EXPECT_EQ(game.can_claim_draw(),
                  times < 3 ? std::nullopt : std::optional(DrawClaim::threefold_repetition));
        EXPECT_EQ(game.termination(),
                  times < 5 ? std::nullopt : std::optional(Termination::fivefold_repetition));
    }
    game.take_back();
    EXPECT_EQ(game.repetitions(), 4U);
    EXPECT_FALSE(game.termination());
}

TEST(Game, DoesNotCountAcrossALostCastlingRight) {
    Game game(board_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    play_all(game, {"Ra2", "Kd8", "Ra1", "Ke8"});
    EXPECT_EQ(game.repetitions(), 1U);
    play_all(game, {"Ra2", "Kd8", "Ra1", "Ke8"});
    EXPECT_EQ(game.repetitions(), 2U);
}

TEST(Game, DoesNotCountAPositionWithACaptureEnPassantAsTheSame) {
    Game game(board_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"));
    play_all(game, {"e4", "Kd8", "Kd1", "Ke8", "Ke1"});  // as after e4, but en passant is no longer possible
    EXPECT_EQ(game.repetitions(), 1U);
    play_all(game, {"Kd8", "Kd1", "Ke8", "Ke1"});
    EXPECT_EQ(game.repetitions(), 2U);
}

TEST(Game, CountsOnlyMovesThatWerePlayedHere) {
    Game game(board_of("4k3/8/8/8/8/8/8/R3K3 w - - 90 80"));
    EXPECT_EQ(game.repetitions(), 1U);
    play_all(game, {"Ra2", "Kd8", "Ra1", "Ke8"});
    EXPECT_EQ(game.repetitions(), 2U);
}

TEST(Game, CountsMovesWithoutProgress) {
    EXPECT_FALSE(Game(board_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")).can_claim_draw());
    EXPECT_EQ(Game(board_of("4k3/8/8/8/8/8/8/R3K3 w - - 100 80")).can_claim_draw(), DrawClaim::fifty_moves);
    EXPECT_FALSE(termination_of("4k3/8/8/8/8/8/8/R3K3 w - - 149 80"));
    EXPECT_EQ(termination_of("4k3/8/8/8/8/8/8/R3K3 w - - 150 80"), Termination::seventy_five_moves);
}

TEST(Game, CheckmateComesBeforeTheCountingOfMoves) {
    EXPECT_EQ(termination_of("R6k/8/6K1/8/8/8/8/8 b - - 150 80"), Termination::checkmate);
}

}  // namespace
}  // namespace philidor
