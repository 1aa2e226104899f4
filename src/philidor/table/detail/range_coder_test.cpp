#include "philidor/table/detail/range_coder.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace philidor::detail {
namespace {

Bytes encoded(const std::vector<bool>& decisions, unsigned contexts) {
    std::vector<Chance> chances(contexts);
    RangeEncoder encoder;
    for (std::size_t i = 0; i < decisions.size(); ++i) encoder.code(chances[i % contexts], decisions[i]);
    return encoder.finish();
}

std::vector<bool> decoded(const Bytes& bytes, std::size_t count, unsigned contexts) {
    std::vector<Chance> chances(contexts);
    RangeDecoder decoder(bytes);
    std::vector<bool> decisions;
    for (std::size_t i = 0; i < count; ++i) decisions.push_back(decoder.code(chances[i % contexts], false));
    return decisions;
}

TEST(RangeCoder, ReadsWhatItWrote) {
    std::mt19937_64 random(1);
    for (unsigned trial = 0; trial < 3000; ++trial) {
        const std::size_t count = random() % 400;
        const auto contexts = static_cast<unsigned>(1 + random() % 5);
        const auto yes = static_cast<unsigned>(random() % 257);  // out of 256, including never and always
        std::vector<bool> decisions;
        for (std::size_t i = 0; i < count; ++i) decisions.push_back(random() % 256 < yes);
        ASSERT_EQ(decoded(encoded(decisions, contexts), count, contexts), decisions) << "trial " << trial;
    }
}

TEST(RangeCoder, WritesNextToNothingWhereNothingSurprises) {
    EXPECT_LE(encoded(std::vector<bool>(10'000, false), 1).size(), 12U);
    EXPECT_LE(encoded(std::vector<bool>(10'000, true), 1).size(), 24U);
    EXPECT_TRUE(encoded({}, 1).empty());
}

/// The carry runs through bytes that are all ones: long runs of surprises at the upper end of the range.
TEST(RangeCoder, CarriesThroughFullBytes) {
    std::mt19937_64 random(2);
    for (unsigned trial = 0; trial < 2000; ++trial) {
        std::vector<bool> decisions(200, false);
        for (std::size_t i = random() % 200; i < 200; i += 1 + random() % 60) decisions[i] = true;
        ASSERT_EQ(decoded(encoded(decisions, 200), 200, 200), decisions);
    }
}

TEST(RangeCoder, DecodesAnyBytes) {
    std::mt19937_64 random(3);
    for (unsigned trial = 0; trial < 100; ++trial) {
        Bytes bytes(random() % 50);
        for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255U);
        EXPECT_EQ(decoded(bytes, 5000, 3).size(), 5000U);
    }
}

/// Frozen: other numbers would mean another format.
TEST(RangeCoder, WritesTheBytesOfFormatVersionOne) {
    std::vector<bool> decisions;
    for (unsigned i = 0; i < 64; ++i) decisions.push_back(i % 3 == 0);
    Bytes expected;
    for (const unsigned byte : {0x6DU, 0xACU, 0x64U, 0x47U, 0x0CU, 0xF8U, 0x37U, 0x30U, 0xADU})
        expected.push_back(static_cast<std::byte>(byte));
    EXPECT_EQ(encoded(decisions, 4), expected);
}

TEST(Chance, IsNeverCertain) {
    for (const bool decision : {false, true}) {
        Chance chance;
        for (unsigned i = 0; i < 10'000; ++i) {
            chance.learn(decision);
            ASSERT_GE(chance.yes(), 16U);
            ASSERT_LE(chance.yes(), 4080U);
        }
    }
}

TEST(Chance, LearnsTheFirstDecisionsFastest) {
    Chance chance;
    chance.learn(true);
    EXPECT_EQ(chance.yes(), 3064U);  // halfway from 2048 to 4080
    for (unsigned i = 0; i < 20; ++i) chance.learn(true);
    const unsigned before = chance.yes();
    chance.learn(false);
    EXPECT_EQ(chance.yes(), before - (before - 16 + 31) / 32);
}

}  // namespace
}  // namespace philidor::detail
