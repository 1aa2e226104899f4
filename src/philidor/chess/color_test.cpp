#include <gtest/gtest.h>

#include "philidor/chess/piece.hpp"

namespace philidor {
namespace {

TEST(Color, HasAnOpponent) {
    EXPECT_EQ(!Color::white, Color::black);
    EXPECT_EQ(!Color::black, Color::white);
}

TEST(Color, HasAName) {
    EXPECT_EQ(name_of(Color::white), "white");
    EXPECT_EQ(name_of(Color::black), "black");
}

}  // namespace
}  // namespace philidor
