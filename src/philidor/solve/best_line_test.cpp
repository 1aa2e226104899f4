#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/solve/solve.hpp"

namespace philidor {
namespace {

constexpr const char* saavedra = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
constexpr const char* lasker_reichhelm = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

Solution solution_of(const std::string& fen, LineExtent extent = LineExtent::conversion) {
    return solve(Ending::from_fen(fen).value(), {.line = {.extent = extent}});
}

/// The moves of the line: "c7 Rd6+ Kb5".
std::string line_of(const Solution& solution) {
    Board board = solution.answer.board;
    std::string text;
    for (const LineMove& step : solution.line) {
        if (!text.empty()) text += ' ';
        text += to_san(board, step.answer.move);
        board.play(step.answer.move);
    }
    return text;
}

TEST(BestLine, OfSaavedraPromotesToARook) {
    const Solution solution = solution_of(saavedra);
    EXPECT_TRUE(line_of(solution).starts_with("c7 Rd6+ Kb5 Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2 Rd4 c8=R Ra4 Kb3"))
        << line_of(solution);
    EXPECT_EQ(solution.line_end, LineEnd::mate);
}

TEST(BestLine, OfLaskerAndReichhelmWinsThePawn) {
    const Solution solution = solution_of(lasker_reichhelm);
    EXPECT_TRUE(line_of(solution).starts_with("Kb1 Kb7 Kc1 Kc7 Kd1 ")) << line_of(solution);
    EXPECT_TRUE(line_of(solution).ends_with(" Kxf5")) << line_of(solution);
    EXPECT_EQ(solution.line.size(), 27U);
    EXPECT_EQ(solution.line_end, LineEnd::won);
}

TEST(BestLine, GoesOnToMateWithoutASacrificedQueen) {
    const Solution solution = solution_of(lasker_reichhelm, LineExtent::mate);
    EXPECT_EQ(solution.line_end, LineEnd::mate);
    Board board = solution.answer.board;
    for (const LineMove& step : solution.line) {
        const Move move = step.answer.move;
        if (move.is_capture() && move.flag() != MoveFlag::en_passant) {
            EXPECT_NE(type_of(board.piece_on(move.to())), PieceType::queen) << line_of(solution);
        }
        board.play(move);
    }
    EXPECT_TRUE(is_checkmate(board));
}

TEST(BestLine, OfRetiEndsWithADeadDraw) {
    const Solution solution = solution_of("7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
    EXPECT_EQ(line_of(solution), "Kg7 Kb6 Kf6 h4 Ke5 Kxc6 Kf4 h3 Kg3 h2 Kxh2");
    EXPECT_EQ(solution.line_end, LineEnd::drawn);
}

TEST(BestLine, OfBareKingsIsEmpty) {
    const Solution solution = solution_of("8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    EXPECT_TRUE(solution.line.empty());
    EXPECT_EQ(solution.line_end, LineEnd::drawn);
}

TEST(BestLine, OfADrawEndsWithARepetition) {
    const Solution solution = solution_of("8/8/8/3k4/8/3KP3/8/8 w - - 0 1");
    EXPECT_EQ(solution.line_end, LineEnd::drawn);
    EXPECT_LE(solution.line.size(), 20U);
    for (const LineMove& step : solution.line) EXPECT_FALSE(step.answer.move.is_capture());
}

TEST(BestLine, IsPlayedToMateWhereTheWinIsClearFromTheStart) {
    const Solution solution = solution_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    EXPECT_EQ(solution.line_end, LineEnd::mate);
}

TEST(BestLine, IsOpenWhereItIsCutOff) {
    const Solution solution = solve(Ending::from_fen(saavedra).value(), {.line = {.plies = 2}});
    EXPECT_EQ(line_of(solution), "c7 Rd6+");
    EXPECT_EQ(solution.line_end, LineEnd::open);
}

}  // namespace
}  // namespace philidor
