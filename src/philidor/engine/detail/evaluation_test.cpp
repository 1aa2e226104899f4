#include "philidor/engine/detail/evaluation.hpp"

#include <string_view>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/engine/detail/piece_square_tables.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::for_each_random_move;
using test_support::RandomGames;

Value value_of(std::string_view fen) { return Evaluator().evaluate(board_of(fen)); }

TEST(Evaluation, IsTheSameForBothSidesAndForTheMirrorImage) {
    Evaluator evaluator;
    for_each_random_move({.seed = 5, .games = 30}, [&](const Board& board, Move /*move*/) {
        const Value value = evaluator.evaluate(board);
        ASSERT_EQ(evaluator.evaluate(Symmetry::swap_sides()(board)), value) << to_fen(board);
        if (!Ending::from(board)) return;  // castling has no mirror image
        ASSERT_EQ(evaluator.evaluate(Symmetry::mirror_files()(board)), value) << to_fen(board);
    });
}

TEST(Evaluation, GivesOnlyTheMoveAnAdvantageAtTheStart) {
    const Value start = Evaluator().evaluate(Board());
    EXPECT_GT(start, Value(0));
    EXPECT_LT(start, Value(30));
}

TEST(Evaluation, CountsMaterial) {
    EXPECT_GT(value_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Value(800));
    EXPECT_LT(value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"), Value(-350));
}

TEST(Evaluation, LikesOpenFilesAndAShelteredKing) {
    const Value sheltered = value_of("r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1");
    EXPECT_LT(value_of("r2q1rk1/ppp2ppp/8/8/8/8/PPP5/R2Q1RK1 w - - 0 1") + 270, sheltered);
    const Value closed = value_of("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
    EXPECT_GT(value_of("4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1"), closed);
}

TEST(Evaluation, KnowsThatAMinorPieceAloneCannotWin) {
    EXPECT_LT(value_of("4k3/8/8/8/8/8/8/3RK2r w - - 0 1"), Value(50));
    EXPECT_LT(value_of("4k3/8/8/8/8/8/5r2/3RKB2 w - - 0 1"), Value(100));
    EXPECT_GT(value_of("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), Value(500));
}

TEST(Evaluation, DrivesALoneKingToTheRim) {
    EXPECT_GT(value_of("7k/8/5K2/8/8/8/8/R7 w - - 0 1"), value_of("8/8/5K2/3k4/8/8/8/R7 w - - 0 1"));
}

TEST(PieceSquareTables, TurnTheBoardForBlack) {
    for (const PieceType type : all_piece_types) {
        for (const Square square : Bitboard::all()) {
            const Score white = piece_square_scores[make_piece(Color::white, type)][square];
            const Score black = piece_square_scores[make_piece(Color::black, type)][flip_ranks(square)];
            EXPECT_EQ(white, -black);
        }
    }
}

TEST(PieceSquareTables, FollowTheirIdeas) {
    const auto middlegame = [](Piece piece, Square square) {
        return piece_square_scores[piece][square].middlegame();
    };
    EXPECT_GT(middlegame(Piece::white_knight, Square::e4), middlegame(Piece::white_knight, Square::a4));
    EXPECT_GT(middlegame(Piece::white_king, Square::g1), middlegame(Piece::white_king, Square::e4));
    EXPECT_GT(middlegame(Piece::white_pawn, Square::e4), middlegame(Piece::white_pawn, Square::e2));
    EXPECT_GT(piece_square_scores[Piece::white_king][Square::e4].endgame(),
              piece_square_scores[Piece::white_king][Square::g1].endgame());
}

}  // namespace
}  // namespace philidor
