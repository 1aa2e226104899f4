#include "philidor/solve/detail/clear_result.hpp"

#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor::detail {
namespace {

Board board_of(const std::string& fen) { return parse_fen(fen).value(); }

Lead lead_in(const std::string& fen) { return lead_of(board_of(fen), Color::white); }

TEST(ClearResult, KnowsHowFarAWinnerIsAhead) {
    EXPECT_EQ(lead_in("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), Lead::none) << "a pawn may not promote";
    EXPECT_EQ(lead_in("4k3/8/8/8/8/8/3PP3/4K3 b - - 0 1"), Lead::pawns);
    EXPECT_EQ(lead_in("4k3/8/8/8/8/4p3/3PPP2/4K3 b - - 0 1"), Lead::none) << "an advanced pawn";
    EXPECT_EQ(lead_in("4k3/7r/8/8/8/8/8/Q3K3 b - - 0 1"), Lead::pieces);
    EXPECT_EQ(lead_in("4k3/7r/8/8/8/8/8/R3K3 b - - 0 1"), Lead::none);
    EXPECT_EQ(lead_in("4k3/8/8/8/8/8/8/1N2KB2 b - - 0 1"), Lead::pieces);
    EXPECT_EQ(lead_in("4k3/8/8/8/8/8/8/4KB2 b - - 0 1"), Lead::none);
    EXPECT_EQ(lead_in("k1Q5/8/1K6/8/8/8/8/8 b - - 0 1"), Lead::mate);
}

TEST(ClearResult, IsNotClearWhileTheOpponentCanTakeTheLeadAway) {
    EXPECT_TRUE(has_clear_lead(board_of("8/8/8/8/8/2k5/8/4K2Q b - - 0 1"), Color::white, Lead::pieces));
    EXPECT_FALSE(has_clear_lead(board_of("3Q4/2k5/8/8/8/8/8/4K3 b - - 0 1"), Color::white, Lead::pieces));
}

TEST(ClearResult, CountsWhatAMoveGains) {
    const Board board = board_of("3r4/2P5/8/8/8/8/8/k4K2 w - - 0 1");
    const auto gain = [&](const char* move) { return gain_of(board, parse_san(board, move).value()).worth; };
    EXPECT_EQ(gain("cxd8=Q"), 13);
    EXPECT_EQ(gain("c8=Q"), -1) << "the rook takes it";
    EXPECT_TRUE(can_win_material(board));
}

TEST(ClearResult, IsADrawWithoutPawnsUnlessSomebodyIsFarAhead) {
    EXPECT_TRUE(is_clear_draw(board_of("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")));
    EXPECT_TRUE(is_clear_draw(board_of("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1")));
    EXPECT_FALSE(is_clear_draw(board_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    EXPECT_FALSE(is_clear_draw(board_of("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")));
}

}  // namespace
}  // namespace philidor::detail
