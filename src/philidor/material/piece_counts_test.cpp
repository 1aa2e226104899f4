#include "philidor/material/piece_counts.hpp"

#include <gtest/gtest.h>

namespace philidor {
namespace {

TEST(PieceKind, OfABishopIsTheColorOfItsSquare) {
    EXPECT_EQ(kind_of(PieceType::bishop, Square::a1), PieceKind::dark_bishop);
    EXPECT_EQ(kind_of(PieceType::bishop, Square::h1), PieceKind::light_bishop);
    EXPECT_EQ(kind_of(PieceType::queen, Square::a1), PieceKind::queen);
    EXPECT_EQ(kind_of(PieceType::rook, Square::h1), PieceKind::rook);
    EXPECT_EQ(kind_of(PieceType::knight, Square::h1), PieceKind::knight);
}

TEST(PieceKind, KnowsItsTypeSquaresAndNames) {
    for (const PieceKind kind : all_piece_kinds) {
        for (const Square square : squares_of(kind)) EXPECT_EQ(kind_of(type_of(kind), square), kind);
    }
    EXPECT_EQ(squares_of(PieceKind::dark_bishop).count(), 32U);
    EXPECT_EQ(token_of(PieceKind::light_bishop), "Bl");
    EXPECT_EQ(name_of(PieceKind::light_bishop), "light-squared bishop");
}

TEST(PieceCounts, CountEachKindByItself) {
    for (const PieceKind kind : all_piece_kinds) {
        PieceCounts counts;
        EXPECT_TRUE(counts.is_empty());
        for (unsigned count = 1; count <= 10; ++count) {
            counts.add(kind);
            EXPECT_EQ(counts.total(), count);
            for (const PieceKind other : all_piece_kinds) EXPECT_EQ(counts[other], other == kind ? count : 0);
        }
        counts.remove(kind);
        EXPECT_EQ(counts[kind], 9U);
        EXPECT_TRUE(counts.has(kind));
    }
}

TEST(PieceCounts, AddUpAllKinds) {
    PieceCounts counts;
    unsigned total = 0;
    for (unsigned round = 0; round < 3; ++round) {
        for (const PieceKind kind : all_piece_kinds) {
            counts.add(kind);
            EXPECT_EQ(counts.total(), ++total);
        }
    }
}

TEST(PieceCounts, TellHowManyWerePawns) {
    PieceCounts counts;
    for (const PieceKind kind : all_piece_kinds) {
        for (unsigned count = 0; count < count_at_start(kind); ++count) counts.add(kind);
    }
    EXPECT_EQ(counts.total(), 7U);
    EXPECT_EQ(counts.promoted(), 0U);
    counts.add(PieceKind::dark_bishop);  // a second one on squares of this colour
    EXPECT_EQ(counts.promoted(), 1U);
    counts.remove(PieceKind::light_bishop);
    EXPECT_EQ(counts.promoted(), 1U);
}

TEST(PieceCounts, ExchangeTheBishopsWithTheColorsOfTheSquares) {
    PieceCounts counts;
    for (const PieceKind kind : {PieceKind::queen, PieceKind::dark_bishop, PieceKind::dark_bishop})
        counts.add(kind);
    EXPECT_EQ(counts.with_bishops_exchanged()[PieceKind::light_bishop], 2U);
    EXPECT_EQ(counts.with_bishops_exchanged()[PieceKind::dark_bishop], 0U);
    EXPECT_EQ(counts.with_bishops_exchanged()[PieceKind::queen], 1U);
    EXPECT_EQ(counts.with_bishops_exchanged().with_bishops_exchanged(), counts);
    const Symmetry both = Symmetry::swap_sides() * Symmetry::mirror_files();
    EXPECT_EQ(image(both, counts), counts);
    EXPECT_NE(image(Symmetry::mirror_files(), counts), counts);
}

TEST(PieceCounts, AreOrderedByTheBestPiecesFirst) {
    PieceCounts queen;
    queen.add(PieceKind::queen);
    PieceCounts knights;
    for (unsigned count = 0; count < 10; ++count) knights.add(PieceKind::knight);
    EXPECT_LT(knights, queen);
}

}  // namespace
}  // namespace philidor
