#include "philidor/engine/detail/transposition_table.hpp"

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace philidor {
namespace {

constexpr std::size_t one_cluster = 64;
const Move some_move(Square::e2, Square::e4, MoveFlag::double_push);

Remembered remembered(int depth, Bound bound = Bound::lower, Move move = some_move) {
    return {move, Value(-123), Value(45), static_cast<std::int8_t>(depth), bound};
}

TEST(TranspositionTable, GivesBackWhatItWasTold) {
    TranspositionTable table(1U << 16U);
    EXPECT_FALSE(table.find(7));
    table.store(7, remembered(12, Bound::upper));
    const auto found = table.find(7);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->move, some_move);
    EXPECT_EQ(found->value, Value(-123));
    EXPECT_EQ(found->estimate, Value(45));
    EXPECT_EQ(found->depth, 12);
    EXPECT_EQ(found->bound, Bound::upper);
    table.clear();
    EXPECT_FALSE(table.find(7));
}

TEST(TranspositionTable, KeepsTheDeeperLookOfOneSearch) {
    TranspositionTable table(one_cluster);
    table.store(1, remembered(12));
    table.store(1, remembered(3));
    EXPECT_EQ(table.find(1)->depth, 12);
    table.store(1, remembered(3, Bound::exact));
    EXPECT_EQ(table.find(1)->depth, 3);
    table.store(1, remembered(20));
    table.age();
    table.store(1, remembered(2));
    EXPECT_EQ(table.find(1)->depth, 2) << "an old search is not worth keeping";
}

TEST(TranspositionTable, KeepsAMoveWhenThereIsNoBetter) {
    TranspositionTable table(one_cluster);
    table.store(1, remembered(5));
    table.store(1, remembered(6, Bound::upper, Move()));
    EXPECT_EQ(table.find(1)->move, some_move);
}

TEST(TranspositionTable, ReplacesTheShallowestFirst) {
    TranspositionTable table(one_cluster);
    for (Key key = 1; key <= 4; ++key) table.store(key, remembered(static_cast<int>(key)));
    table.store(9, remembered(1));
    EXPECT_FALSE(table.find(1));
    EXPECT_TRUE(table.find(4) && table.find(9));
    EXPECT_EQ(table.fullness(), 1000U);
    table.age();
    EXPECT_EQ(table.fullness(), 0U);
}

TEST(TranspositionTable, NeverMixesWhatThreadsWrite) {
    TranspositionTable table(one_cluster);
    const auto write = [&](int depth) {
        for (int i = 0; i < 20'000; ++i) {
            const Key key = static_cast<Key>(i % 7) + 1;
            table.store(key, {Move::from_bits(static_cast<std::uint16_t>(key)),
                              Value(static_cast<int>(key)),
                              {},
                              static_cast<std::int8_t>(depth),
                              Bound::exact});
            if (const auto found = table.find(key)) {
                ASSERT_EQ(found->value, Value(found->move.bits()));
                ASSERT_EQ(found->move.bits(), key);
            }
        }
    };
    std::vector<std::jthread> threads;
    for (int depth = 1; depth <= 4; ++depth) threads.emplace_back(write, depth);
}

}  // namespace
}  // namespace philidor
