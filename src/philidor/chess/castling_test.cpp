#include "philidor/chess/castling.hpp"

#include <optional>

#include <gtest/gtest.h>

namespace philidor {
namespace {

constexpr Bitboard corners =
    Bitboard(Square::a1) | Bitboard(Square::h1) | Bitboard(Square::a8) | Bitboard(Square::h8);

TEST(CastlingRights, AreNoneAtFirst) {
    EXPECT_TRUE(CastlingRights().none());
    EXPECT_FALSE(CastlingRights(Bitboard(Square::h8)).none());
    EXPECT_EQ(CastlingRights(), CastlingRights(Bitboard()));
    EXPECT_NE(CastlingRights(), CastlingRights(Bitboard(Square::h8)));
}

TEST(CastlingRights, BelongToTheSideOnWhoseBackRankTheRookStands) {
    const CastlingRights rights(corners);
    EXPECT_EQ(rights.rooks(), corners);
    EXPECT_EQ(rights.rooks(Color::white), Bitboard(Square::a1) | Bitboard(Square::h1));
    EXPECT_EQ(rights.rooks(Color::black), Bitboard(Square::a8) | Bitboard(Square::h8));
    EXPECT_EQ(back_rank(Color::white), Bitboard(Rank::first));
    EXPECT_EQ(back_rank(Color::black), Bitboard(Rank::eighth));
}

TEST(CastlingRights, TellTheRookOfEachSide) {
    const CastlingRights rights(corners);
    EXPECT_EQ(rights.rook(Color::white, CastlingSide::king, Square::e1), Square::h1);
    EXPECT_EQ(rights.rook(Color::white, CastlingSide::queen, Square::e1), Square::a1);
    EXPECT_EQ(rights.rook(Color::black, CastlingSide::king, Square::e8), Square::h8);
    EXPECT_EQ(rights.rook(Color::black, CastlingSide::queen, Square::e8), Square::a8);
}

TEST(CastlingRights, OfOneSideAreNotThoseOfTheOther) {
    const CastlingRights rights(Bitboard(Square::h1) | Bitboard(Square::a8));
    EXPECT_EQ(rights.rook(Color::white, CastlingSide::queen, Square::e1), std::nullopt);
    EXPECT_EQ(rights.rook(Color::black, CastlingSide::king, Square::e8), std::nullopt);
}

TEST(CastlingRights, DependOnWhereTheKingStandsInChess960) {
    const CastlingRights rights(Bitboard(Square::b1) | Bitboard(Square::d1));
    EXPECT_EQ(rights.rook(Color::white, CastlingSide::king, Square::c1), Square::d1);
    EXPECT_EQ(rights.rook(Color::white, CastlingSide::queen, Square::c1), Square::b1);
}

TEST(Castling, LeadsToTheSameSquaresFromEverywhere) {
    EXPECT_EQ(king_target(Color::white, CastlingSide::king), Square::g1);
    EXPECT_EQ(rook_target(Color::white, CastlingSide::king), Square::f1);
    EXPECT_EQ(king_target(Color::white, CastlingSide::queen), Square::c1);
    EXPECT_EQ(rook_target(Color::white, CastlingSide::queen), Square::d1);
    EXPECT_EQ(king_target(Color::black, CastlingSide::king), Square::g8);
    EXPECT_EQ(rook_target(Color::black, CastlingSide::king), Square::f8);
    EXPECT_EQ(king_target(Color::black, CastlingSide::queen), Square::c8);
    EXPECT_EQ(rook_target(Color::black, CastlingSide::queen), Square::d8);
}

TEST(CastlingWay, IsTheUsualOneInStandardChess) {
    const CastlingWay short_way(Color::white, Square::e1, Square::h1);
    EXPECT_EQ(short_way.side, CastlingSide::king);
    EXPECT_EQ(short_way.of_king, Bitboard(Square::f1) | Bitboard(Square::g1));
    EXPECT_EQ(short_way.of_rook, Bitboard(Square::f1) | Bitboard(Square::g1));

    const CastlingWay long_way(Color::black, Square::e8, Square::a8);
    EXPECT_EQ(long_way.side, CastlingSide::queen);
    EXPECT_EQ(long_way.of_king, Bitboard(Square::c8) | Bitboard(Square::d8));
    EXPECT_EQ(long_way.of_rook, Bitboard(Square::b8) | Bitboard(Square::c8) | Bitboard(Square::d8));
    EXPECT_EQ(long_way.all(), Bitboard(Square::b8) | Bitboard(Square::c8) | Bitboard(Square::d8));
}

/// The squares on the way from `from` to `to`, without `from`; none if they are the same.
Bitboard walk(Square from, Square to) {
    Bitboard way;
    while (from != to) {
        from = square_at(from < to ? index_of(from) + 1 : index_of(from) - 1);
        way.add(from);
    }
    return way;
}

TEST(CastlingWay, EndsOnTheTargetsForEveryKingAndRook) {
    for (const Color color : all_colors) {
        for (const Square king : back_rank(color)) {
            for (const Square rook : back_rank(color) - Bitboard(king)) {
                const CastlingWay way(color, king, rook);
                EXPECT_EQ(way.side, rook > king ? CastlingSide::king : CastlingSide::queen);
                const Square king_end = king_target(color, way.side);
                const Square rook_end = rook_target(color, way.side);
                EXPECT_EQ(way.of_king, walk(king, king_end) | Bitboard(king_end))
                    << to_string(king) << to_string(rook);
                EXPECT_EQ(way.of_rook, walk(rook, rook_end) | Bitboard(rook_end))
                    << to_string(king) << to_string(rook);
                EXPECT_EQ(way.all(), way.of_king | way.of_rook);
            }
        }
    }
}

}  // namespace
}  // namespace philidor
