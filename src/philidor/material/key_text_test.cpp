#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/material/material_key.hpp"

namespace philidor {
namespace {

using ::testing::HasSubstr;

std::string rewritten(const std::string& text) {
    const auto key = parse_key(text);
    return key ? to_string(*key) : key.error().message;
}

void expect_error(const std::string& text, KeyError kind, const std::string& part_of_message) {
    const auto key = parse_key(text);
    ASSERT_FALSE(key) << text;
    EXPECT_EQ(key.error().kind, kind) << key.error().message;
    EXPECT_THAT(key.error().message, HasSubstr(part_of_message));
}

TEST(KeyText, IsReadAndWrittenBack) {
    for (const std::string text : {"KvK", "Ke7vK", "KvKe2", "KRa2b3vKRa6", "KBdBlvKN", "KQQRBdBdBlNNNvK",
                                   "KQRRBdBlNNa2b2c2d2e2f2g2h2vKQRRBdBlNNa7b7c7d7e7f7g7h7", "KBdd4vKBld5"}) {
        EXPECT_EQ(rewritten(text), text);
    }
}

TEST(KeyText, OfTheLongestKeyIsAccepted) {
    const std::string side = "KQRRBdBdBdBdBdBdBdBdBdBlNN";
    EXPECT_EQ(side.size() * 2 + 1, longest_key_text);
    EXPECT_EQ(rewritten(side + "v" + side), side + "v" + side);
}

TEST(KeyText, TakesAnyOrderInsideASideAndWritesTheCanonicalOne) {
    EXPECT_EQ(rewritten("b3a2RKvRKa6"), "KRa2b3vKRa6");
    EXPECT_EQ(rewritten("KNBlBdRQvK"), "KQRBdBlNvK");
    EXPECT_EQ(rewritten("h7a2KvK"), "Ka2h7vK");
    EXPECT_EQ(rewritten("Kb2BdvK"), "KBdb2vK");
}

TEST(KeyText, RefusesPawnsByNumber) {
    expect_error("KPvK", KeyError::pawn_token,
                 "key: \"P\" at letter 2 of \"KPvK\": pawns are named by their squares, as in Ke4vK");
}

TEST(KeyText, RefusesAMalformedSquare) {
    expect_error("Ke9vK", KeyError::malformed_square,
                 "key: \"e9\" at letter 2 of \"Ke9vK\": not a square from a2 to h7");
    expect_error("Ki4vK", KeyError::malformed_square, "\"i4\" at letter 2");
    expect_error("Ke0vK", KeyError::malformed_square, "\"e0\"");
    expect_error("KevK", KeyError::malformed_square, "\"e\" at letter 2");
    expect_error("KvKe", KeyError::malformed_square, "\"e\" at letter 4");
}

TEST(KeyText, RefusesAPawnOnTheFirstOrLastRank) {
    expect_error("Ke1vK", KeyError::pawn_on_back_rank, "\"e1\" at letter 2 of \"Ke1vK\"");
    expect_error("KvKh8", KeyError::pawn_on_back_rank, "\"h8\" at letter 4");
}

TEST(KeyText, RefusesASquareNamedTwice) {
    expect_error("Ke4e4vK", KeyError::duplicate_square,
                 "\"e4\" at letter 4 of \"Ke4e4vK\": white has this pawn already");
    expect_error("Ke4vKe4", KeyError::shared_square,
                 "\"e4\" at letter 6 of \"Ke4vKe4\": white has a pawn there");
}

TEST(KeyText, RefusesAnUnknownToken) {
    expect_error("KXvK", KeyError::unknown_token, "\"X\" at letter 2 of \"KXvK\"");
    expect_error("K vK", KeyError::unknown_token, "\" \" at letter 2");
    expect_error("K4vK", KeyError::unknown_token, "\"4\" at letter 2");
    expect_error("kvk", KeyError::unknown_token, "\"k\" at letter 1");
    expect_error("KBvK", KeyError::unknown_token, "bishops are Bd (dark) or Bl (light)");
    expect_error("KVK", KeyError::unknown_token, "\"V\"");
    expect_error(std::string("K\0vK", 4), KeyError::unknown_token, "\"\\x00\" at letter 2");
}

TEST(KeyText, RefusesMissingAndSecondKings) {
    expect_error("vK", KeyError::no_king, "white has no K: \"vK\"");
    expect_error("Kv", KeyError::no_king, "black has no K: \"Kv\"");
    expect_error("Re4", KeyError::no_king, "white has no K");
    expect_error("KKvK", KeyError::several_kings, "\"K\" at letter 2 of \"KKvK\": a second king for white");
    expect_error("KvKRK", KeyError::several_kings, "\"K\" at letter 5 of \"KvKRK\": a second king for black");
}

TEST(KeyText, RefusesAMissingAndASecondSeparator) {
    expect_error("K", KeyError::no_separator, "no v between White and Black: \"K\"");
    expect_error("KQ", KeyError::no_separator, "\"KQ\"");
    expect_error("KvKv", KeyError::several_separators, "\"v\" at letter 4 of \"KvKv\": a second v");
    expect_error("KvvK", KeyError::several_separators, "\"v\" at letter 3");
}

TEST(KeyText, RefusesTooManyMenAndPawns) {
    expect_error("KQQQQQQQQQQQQQQQQvK", KeyError::too_many_men, "\"Q\" at letter 17");
    expect_error("KQRRBdBlNNNa2b2c2d2e2f2g2h2vK", KeyError::too_many_men, "white has 17 men");
    expect_error("KvKa2b2c2d2e2f2g2h2a3", KeyError::too_many_pawns, "black has 9 pawns: \"KvK");
}

TEST(KeyText, RefusesPromotionsThatEightPawnsCannotExplain) {
    expect_error("KQQa2b2c2d2e2f2g2h2vK", KeyError::too_many_promotions,
                 "white has 1 promoted pieces and still 8 pawns: \"KQQa2");
    expect_error("KvKRRRRRRRRRRR", KeyError::too_many_promotions, "black has 9 promoted pieces");
    expect_error("KBdBda2b2c2d2e2f2g2h2vK", KeyError::too_many_promotions, "white has 1 promoted pieces");
}

TEST(KeyText, RefusesNothingAndTooMuch) {
    expect_error("", KeyError::empty, "no text");
    expect_error(std::string(54, 'K'), KeyError::too_long, "54 letters, but no key has more than 53");
    expect_error(std::string(1'000'000, 'e'), KeyError::too_long, "1000000 letters");
    EXPECT_LT(parse_key(std::string(1'000'000, 'e')).error().message.size(), 300U);
}

}  // namespace
}  // namespace philidor
