#include "philidor/base/detail/zeroed_array.hpp"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace philidor {
namespace {

struct alignas(64) Line {
    std::uint64_t words[8];
};

/// By size: small arrays come from the heap, large ones from the system.
class ZeroedArrayTest : public testing::TestWithParam<std::size_t> {};

TEST_P(ZeroedArrayTest, BeginsAsZerosAndIsAligned) {
    for (int round = 0; round < 2; ++round) {  // the second time in recycled memory
        ZeroedArray<Line> lines(GetParam());
        ASSERT_EQ(lines.size(), GetParam());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&lines[i]) % alignof(Line), 0U);
            for (std::uint64_t& word : lines[i].words) {
                ASSERT_EQ(word, 0U);
                word = ~i;
            }
        }
    }
}

TEST_P(ZeroedArrayTest, CopiesAreApartAndMovesTakeAll) {
    ZeroedArray<std::uint64_t> first(GetParam() * 8);
    first[first.size() - 1] = 1;
    ZeroedArray<std::uint64_t> second = first;
    second[0] = 2;
    EXPECT_EQ(first[0], 0U);
    EXPECT_EQ(second[second.size() - 1], 1U);
    first = std::move(second);
    EXPECT_EQ(first[0], 2U);
    EXPECT_EQ(first.size(), GetParam() * 8);
}

INSTANTIATE_TEST_SUITE_P(Sizes, ZeroedArrayTest, testing::Values(1, 1000, 200'000));

}  // namespace
}  // namespace philidor
