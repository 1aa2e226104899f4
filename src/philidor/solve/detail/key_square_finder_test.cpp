#include "philidor/solve/detail/key_square_finder.hpp"

#include <gtest/gtest.h>

namespace philidor::detail {
namespace {

KeySquares key_squares_of(const char* fen, unsigned most_pieces = 3) {
    const Ending root = Ending::from_fen(fen).value();
    PositionSolver solver(root, {}, most_pieces);
    const Ending targets[] = {root};
    (void)solver.settle(targets);
    return find_key_squares(root, solver, {});
}

TEST(KeySquares, AreThoseOfThePawn) {
    // As in the books: with a pawn on e4 the key squares are d6, e6 and f6, and the side that has the
    // opposition does not want to move.
    const KeySquares squares = key_squares_of("4k3/8/8/8/4P3/4K3/8/8 w - - 0 1");
    for (const Square key : {Square::d6, Square::e6, Square::f6}) {
        EXPECT_EQ(squares.white_king[key], KeySquare::white_wins) << to_string(key);
    }
    EXPECT_EQ(squares.white_king[Square::e4], KeySquare::unavailable) << "the pawn stands there";
    EXPECT_EQ(squares.white_king[Square::e1], KeySquare::drawn);
    EXPECT_TRUE(squares.corresponding[Square::e5].has(Square::e7));
    EXPECT_FALSE(squares.corresponding[Square::e5].has(Square::e8));
}

TEST(KeySquares, KnowWhoMustNotMove) {
    const KeySquares squares = key_squares_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1");
    EXPECT_EQ(squares.white_king[Square::d5], KeySquare::mutual_zugzwang);
    EXPECT_EQ(squares.black_king[Square::f4], KeySquare::mutual_zugzwang);
    EXPECT_TRUE(squares.corresponding[Square::d5].has(Square::f4));
    EXPECT_TRUE(squares.corresponding[Square::f5].has(Square::d4));
}

TEST(KeySquares, SayWhatIsOpen) {
    const KeySquares squares = key_squares_of("4k3/8/8/8/4P3/4K3/8/8 w - - 0 1", 0);
    EXPECT_EQ(squares.white_king[Square::e6], KeySquare::open) << "no pawn may promote";
}

TEST(KeySquares, AreCompleteOnceNoneIsOpen) {
    KeySquares white;
    EXPECT_TRUE(white.is_complete());
    white.white_king[Square::h8] = KeySquare::open;
    EXPECT_FALSE(white.is_complete());
    KeySquares black;
    black.black_king[Square::a1] = KeySquare::open;
    EXPECT_FALSE(black.is_complete());
}

}  // namespace
}  // namespace philidor::detail
