#include "philidor/index/detail/packed_tile.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/attacks.hpp"

namespace philidor {
namespace {

/// All placements of kings apart, neither on one of these squares.
Tile kings_apart(Bitboard taken) {
    Tile tile;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = square_at(index);
        if (!taken.has(square)) tile.rows[index] = ~(king_attacks(square) | Bitboard(square) | taken).bits();
    }
    return tile;
}

/// Packs a tile, reads it back in both ways, and returns how many bytes it took.
std::size_t expect_as_before(const Tile& tile, const Tile* superset) {
    std::vector<std::uint8_t> bytes;
    pack_tile(tile, superset, bytes);
    Tile read;
    read.rows.fill(~std::uint64_t{0});
    EXPECT_EQ(unpack_tile(bytes.data(), superset, read), bytes.data() + bytes.size());
    EXPECT_EQ(read, tile);
    for (unsigned index = 0; index < 64; ++index) {
        std::uint64_t row = 1;
        const std::uint64_t* const likewise = superset != nullptr ? &superset->rows[index] : nullptr;
        EXPECT_EQ(unpack_row(bytes.data(), index, likewise, row), bytes.data() + bytes.size());
        EXPECT_EQ(row, tile.rows[index]) << index;
    }
    return bytes.size();
}

class PackedTile : public testing::Test {
  protected:
    /// A tile in which each placement of another one is kept with this chance, of 256.
    Tile thinned(const Tile& tile, unsigned chance) {
        Tile result;
        for (unsigned row = 0; row < 64; ++row) {
            for (const Square square : tile.row(square_at(row))) {
                if (random_() % 256 < chance) result.add(square_at(row), square);
            }
        }
        return result;
    }

    std::mt19937 random_{1};
};

TEST_F(PackedTile, OfNothingOrEverythingTakesAByte) {
    const Tile all = kings_apart(Bitboard(Square::e4));
    EXPECT_EQ(expect_as_before({}, nullptr), 1U);
    EXPECT_EQ(expect_as_before({}, &all), 1U);
    EXPECT_EQ(expect_as_before(all, &all), 1U);
    EXPECT_EQ(expect_as_before(all, nullptr), 1U + 16U);
}

TEST_F(PackedTile, IsReadAsItWasWritten) {
    for (int i = 0; i < 50; ++i) {
        const Tile all = kings_apart(Bitboard::from_bits(std::uint64_t{random_()} << (random_() % 32)));
        const Tile superset = thinned(all, 255);
        for (const unsigned chance : {1U, 20U, 128U, 235U, 255U}) {
            const Tile tile = thinned(superset, chance);
            expect_as_before(tile, nullptr);
            expect_as_before(tile, &superset);
        }
    }
}

TEST_F(PackedTile, IsWrittenAsItStandsIfThatIsShorter) {
    Tile noise;
    for (std::uint64_t& row : noise.rows) row = std::uint64_t{random_()} << 32U | random_();
    Tile all;
    all.rows.fill(~std::uint64_t{0});
    EXPECT_EQ(expect_as_before(noise, nullptr), 1U + sizeof(Tile));  // which is in no frame: the kings touch
    EXPECT_EQ(expect_as_before(noise, &all), 1U + sizeof(Tile));
}

TEST_F(PackedTile, TakesFewBytesWhereNeighboursAreAlike) {
    // The black king is in front of the white king: what changes is a byte or two from row to row.
    Tile tile;
    for (unsigned white = 0; white < 64; ++white) {
        for (unsigned black = white + 9; black < 64; ++black) tile.add(square_at(white), square_at(black));
    }
    const Tile all = kings_apart({});
    tile &= all;
    EXPECT_LT(expect_as_before(tile, &all), 250U);
}

TEST_F(PackedTile, EndsWhereTheNextOneBegins) {
    const Tile all = kings_apart({});
    std::vector<Tile> tiles;
    std::vector<std::uint8_t> bytes;
    for (const unsigned chance : {0U, 3U, 100U, 250U, 256U}) {
        tiles.push_back(thinned(all, chance));
        pack_tile(tiles.back(), &all, bytes);
    }
    const std::uint8_t* next = bytes.data();
    for (const Tile& tile : tiles) {
        Tile read;
        next = unpack_tile(next, &all, read);
        EXPECT_EQ(read, tile);
    }
    EXPECT_EQ(next, bytes.data() + bytes.size());
}

}  // namespace
}  // namespace philidor
