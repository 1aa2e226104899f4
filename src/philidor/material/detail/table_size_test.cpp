#include "philidor/material/detail/table_size.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

TableSize size_of(const std::string& text) { return table_size(test_support::table_key_of(text)); }

std::uint64_t tiles_of(const std::string& text) { return size_of(text).tiles.number(); }

TEST(TableSize, OfKingsAndPawnsIsOneTile) {
    EXPECT_EQ(tiles_of("Ke4vK"), 1U);
    EXPECT_EQ(size_of("Ke4vK").positions, Amount(8192));
    EXPECT_EQ(size_of("Ke4vK").bytes, Amount(2048));
}

TEST(TableSize, OfASymmetricKeyIsHalf) {
    EXPECT_EQ(size_of("Ke4vKe5").positions, Amount(4096));
    EXPECT_EQ(size_of("Ke4vKe5").bytes, Amount(1024));
}

TEST(TableSize, CountsPlacementsOnSquaresWithoutPawns) {
    EXPECT_EQ(tiles_of("KRvK"), 64U);
    EXPECT_EQ(tiles_of("KRe4vK"), 63U);
    EXPECT_EQ(tiles_of("KRRe4vK"), 63U * 62 / 2);
    EXPECT_EQ(tiles_of("KRvKR"), 64U * 64);
    EXPECT_EQ(tiles_of("KNNNvK"), 64U * 63 * 62 / 6);
}

TEST(TableSize, CountsBishopsOnSquaresOfTheirColor) {
    EXPECT_EQ(tiles_of("KBlvK"), 32U);
    EXPECT_EQ(tiles_of("KBle4vK"), 31U);  // e4 is light
    EXPECT_EQ(tiles_of("KBde4vK"), 32U);
    EXPECT_EQ(tiles_of("KBdBlvK"), 32U * 32);
    EXPECT_EQ(tiles_of("KBdBdvK"), 32U * 31 / 2);
}

TEST(TableSize, SaysWhenItIsTooLargeToCount) {
    const TableSize size = size_of("KQRRBdBlNNa2b2c2d2e2f2g2h2vKQRRBdBlNNa7b7c7d7e7f7g7h7");
    EXPECT_TRUE(size.tiles.is_too_large());
    EXPECT_TRUE(size.positions.is_too_large());
    EXPECT_TRUE(size.bytes.is_too_large());
}

TEST(Amount, StaysTooLarge) {
    const Amount most(std::numeric_limits<std::uint64_t>::max() - 1);
    EXPECT_FALSE(most.is_too_large());
    EXPECT_TRUE((most + Amount(1)).is_too_large());
    EXPECT_TRUE((most + most).is_too_large());
    EXPECT_TRUE((most * Amount(2)).is_too_large());
    EXPECT_TRUE((Amount::too_large() + Amount(0)).is_too_large());
    EXPECT_TRUE((Amount::too_large() * Amount(1)).is_too_large());
    EXPECT_EQ(Amount::too_large() * Amount(0), Amount(0));
    EXPECT_EQ(Amount(3) * Amount(4) + Amount(5), Amount(17));
    EXPECT_LT(most, Amount::too_large());
}

}  // namespace
}  // namespace philidor
