#include "philidor/solve/detail/win_search.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor::detail {
namespace {

using test_support::board_of;
using test_support::move_of;

std::vector<ProvedPosition> proof_of(const Board& root, Color attacker, std::size_t nodes = 100'000) {
    const Knowledge nothing;
    WinSearch search(nothing, attacker);
    search.search(root, nodes);
    return search.proof(root);
}

TEST(WinSearch, FindsMateInOne) {
    const Board board = board_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    const auto proof = proof_of(board, Color::white);
    ASSERT_EQ(proof.size(), 1);
    EXPECT_EQ(proof.front().move, move_of(board, "a1a8"));
}

TEST(WinSearch, FindsTheMateThatAwaitsTheSideToMove) {
    const Board board = board_of("7k/8/6K1/8/8/8/8/R7 b - - 0 1");  // 1...Kg8 2.Ra8
    const auto proof = proof_of(board, Color::white);
    ASSERT_EQ(proof.size(), 2);
    EXPECT_FALSE(proof.back().move);
}

TEST(WinSearch, TellsWhereItGotStuck) {
    const Board root = board_of("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    const Knowledge nothing;
    WinSearch search(nothing, Color::white);
    search.search(root, 1'000);
    EXPECT_GT(search.visits().at(MaterialKey::from_board(root)), 100U);
    EXPECT_GT(search.distance_to_proof(root), 0U);
}

TEST(WinSearch, ProvesNoWinThatIsNone) {
    for (const std::string fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",   // stalemate
                                  "6k1/8/8/8/8/8/8/K6R w - - 0 1",    // for Black
                                  "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",  // drawn
                                  "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"}) {
        const Color loser = fen.find("K6R") != std::string::npos ? Color::black : Color::white;
        EXPECT_TRUE(proof_of(board_of(fen), loser, 20'000).empty()) << fen;
    }
}

TEST(WinSearch, ProvesWinsAgainstEveryDefence) {
    for (const std::string fen : {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",  // Morphy: 1.Ra6
                                  "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "8/8/8/8/8/5K2/R7/7k w - - 0 1"}) {
        const Board root = board_of(fen);
        Knowledge knowledge;
        knowledge.put(Color::white, proof_of(root, Color::white));
        ASSERT_EQ(knowledge.bounds_of(root), WdlBounds::exactly(Wdl::win)) << fen;
        std::mt19937_64 random(1);
        for (int game = 0; game < 50; ++game) {
            Board board = root;
            for (int ply = 0; has_legal_move(board); ++ply) {
                ASSERT_LT(ply, 1000) << fen;
                const MoveList moves = legal_moves(board);
                const auto move = knowledge.winning_move(board);
                ASSERT_EQ(move.has_value(), board.side_to_move() == Color::white) << to_fen(board);
                board = board.after(move ? *move : moves[random() % moves.size()]);
            }
            ASSERT_TRUE(board.is_check() && board.side_to_move() == Color::black) << to_fen(board);
        }
    }
}

/// Kings that can walk for ever make lines as deep as a search goes; there it turns back, and ends.
TEST(WinSearch, EndsWhereLinesHaveNoEnd) {
    for (const std::string fen :
         {"8/8/8/8/8/2k5/8/K1N5 w - - 0 1", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"}) {
        EXPECT_TRUE(proof_of(board_of(fen), Color::white, 200'000).empty()) << fen;
    }
}

TEST(WinSearch, StopsWhenAsked) {
    const Board board = board_of("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1");
    const Knowledge nothing;
    WinSearch search(nothing, Color::white);
    int reports = 0;
    search.search(board, 1'000'000'000,
                  test_support::budget_until([&](const Progress&) { return ++reports == 3; }));
    EXPECT_EQ(reports, 3);
}

}  // namespace
}  // namespace philidor::detail
