#include "philidor/index/detail/tile.hpp"

#include <random>

#include <gtest/gtest.h>

namespace philidor {
namespace {

Tile random_tile(std::mt19937_64& random) {
    Tile tile;
    for (std::uint64_t& row : tile.rows) row = random();
    return tile;
}

/// Whether `expected(white king, black king)` holds for exactly the placements of the tile.
template <class Expected>
bool consists_of(const Tile& tile, const Expected& expected) {
    for (const Square white : Bitboard::all()) {
        for (const Square black : Bitboard::all()) {
            if (tile.has(white, black) != expected(white, black)) return false;
        }
    }
    return true;
}

TEST(Tile, IsEmptyAtFirst) {
    const Tile tile;
    EXPECT_FALSE(tile.any());
    EXPECT_EQ(tile.count(), 0U);
}

TEST(Tile, HasTheWhiteKingAsRowAndTheBlackKingAsBit) {
    Tile tile;
    tile.add(Square::e1, Square::h8);
    EXPECT_TRUE(tile.has(Square::e1, Square::h8));
    EXPECT_FALSE(tile.has(Square::h8, Square::e1));
    EXPECT_EQ(tile.rows[4], std::uint64_t{1} << 63U);
    EXPECT_EQ(tile.row(Square::e1), Bitboard(Square::h8));
    EXPECT_TRUE(tile.any());
    EXPECT_EQ(tile.count(), 1U);
}

TEST(Tile, CountsItsPlacements) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 20; ++i) {
        const Tile tile = random_tile(random);
        unsigned count = 0;
        EXPECT_TRUE(consists_of(tile, [&](Square white, Square black) {
            if (tile.has(white, black)) ++count;
            return tile.has(white, black);
        }));
        EXPECT_EQ(tile.count(), count);
    }
}

TEST(Tile, HasTheOperationsOfASet) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20; ++i) {
        const Tile a = random_tile(random);
        const Tile b = random_tile(random);
        Tile both = a;
        both &= b;
        Tile either = a;
        either |= b;
        Tile rest = a;
        rest -= b;
        EXPECT_TRUE(consists_of(both, [&](Square w, Square k) { return a.has(w, k) && b.has(w, k); }));
        EXPECT_TRUE(consists_of(either, [&](Square w, Square k) { return a.has(w, k) || b.has(w, k); }));
        EXPECT_TRUE(consists_of(rest, [&](Square w, Square k) { return a.has(w, k) && !b.has(w, k); }));
    }
}

TEST(Tile, LosesThePlacementsWithAKingOnASquare) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20; ++i) {
        const Tile tile = random_tile(random);
        const Bitboard squares = Bitboard::from_bits(random() & random());
        Tile rest = tile;
        remove_kings_on(rest, squares);
        EXPECT_TRUE(consists_of(rest, [&](Square white, Square black) {
            return tile.has(white, black) && !squares.has(white) && !squares.has(black);
        }));
    }
}

}  // namespace
}  // namespace philidor
