#include "philidor/chess/ending.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/notation.hpp"

namespace philidor {
namespace {

using testing::HasSubstr;

TEST(Ending, IsReadFromAFen) {
    const auto ending = Ending::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    ASSERT_TRUE(ending);
    EXPECT_EQ(to_fen(ending->board()), "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
}

TEST(Ending, SaysWhatIsWrongWithAText) {
    const auto ending = Ending::from_fen("8/k7/nonsense w - - 0 1");
    ASSERT_FALSE(ending);
    EXPECT_EQ(ending.error().kind, EndingError::position);
    EXPECT_EQ(ending.error().message, parse_fen("8/k7/nonsense w - - 0 1").error().message);
}

TEST(Ending, HasNoCastlingRights) {
    const auto ending = Ending::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    ASSERT_FALSE(ending);
    EXPECT_EQ(ending.error().kind, EndingError::castling);
    EXPECT_EQ(ending.error().message,
              "castling rights (Q) are not supported; replace them with - in \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 "
              "1\"");
    EXPECT_THAT(Ending::from(Board()).error().message, HasSubstr("castling rights (KQkq) are"));
}

TEST(Ending, GoesOnWithLegalMoves) {
    auto ending = *Ending::from_fen("8/8/8/8/8/3k4/4p3/4K3 b - - 0 1");
    const Board board = ending.board();
    const Move move = *parse_uci(board, "d3e3");
    EXPECT_EQ(ending.after(move).board(), board.after(move));
    ending.play(move);
    EXPECT_EQ(ending.board(), board.after(move));
}

}  // namespace
}  // namespace philidor
