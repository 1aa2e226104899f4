#include "philidor/chess/move.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace philidor {
namespace {

constexpr std::array all_flags{
    MoveFlag::quiet,
    MoveFlag::double_push,
    MoveFlag::king_castle,
    MoveFlag::queen_castle,
    MoveFlag::capture,
    MoveFlag::en_passant,
    MoveFlag::knight_promotion,
    MoveFlag::bishop_promotion,
    MoveFlag::rook_promotion,
    MoveFlag::queen_promotion,
    MoveFlag::knight_capture_promotion,
    MoveFlag::bishop_capture_promotion,
    MoveFlag::rook_capture_promotion,
    MoveFlag::queen_capture_promotion,
};

Move with_flag(MoveFlag flag) { return {Square::e7, Square::e8, flag}; }

TEST(Move, PacksFromToAndFlagAsDrawn) {
    const Move move(Square::b1, Square::c3, MoveFlag::capture);
    EXPECT_EQ(move.bits(), 0b0100'010010'000001);
    for (const MoveFlag flag : all_flags) {
        for (unsigned from = 0; from < square_count; ++from) {
            for (unsigned to = 0; to < square_count; ++to) {
                const Move packed(square_at(from), square_at(to), flag);
                ASSERT_EQ(packed.bits(), static_cast<unsigned>(flag) * 4096 + to * 64 + from);
                ASSERT_EQ(packed.from(), square_at(from));
                ASSERT_EQ(packed.to(), square_at(to));
                ASSERT_EQ(packed.flag(), flag);
                ASSERT_EQ(Move::from_bits(packed.bits()), packed);
            }
        }
    }
}

TEST(Move, IsNoMoveByDefault) {
    EXPECT_EQ(Move(), Move(Square::a1, Square::a1, MoveFlag::quiet));
    EXPECT_EQ(Move().bits(), 0);
}

TEST(Move, DiffersInFromToAndFlag) {
    const Move move(Square::e2, Square::e4, MoveFlag::double_push);
    EXPECT_NE(move, Move(Square::d2, Square::e4, MoveFlag::double_push));
    EXPECT_NE(move, Move(Square::e2, Square::e3, MoveFlag::double_push));
    EXPECT_NE(move, Move(Square::e2, Square::e4, MoveFlag::quiet));
}

TEST(Move, FlagSaysWhetherItCapturesPromotesOrCastles) {
    for (const MoveFlag flag : {MoveFlag::quiet, MoveFlag::double_push}) {
        EXPECT_FALSE(with_flag(flag).is_capture());
        EXPECT_FALSE(with_flag(flag).is_promotion());
        EXPECT_FALSE(with_flag(flag).is_castle());
    }
    for (const MoveFlag flag : {MoveFlag::king_castle, MoveFlag::queen_castle}) {
        EXPECT_FALSE(with_flag(flag).is_capture());
        EXPECT_FALSE(with_flag(flag).is_promotion());
        EXPECT_TRUE(with_flag(flag).is_castle());
    }
    for (const MoveFlag flag : {MoveFlag::capture, MoveFlag::en_passant}) {
        EXPECT_TRUE(with_flag(flag).is_capture());
        EXPECT_FALSE(with_flag(flag).is_promotion());
        EXPECT_FALSE(with_flag(flag).is_castle());
    }
}

TEST(Move, PromotionsNameWhatThePawnBecomes) {
    struct Case {
        PieceType type;
        MoveFlag quiet;
        MoveFlag capture;
    };
    for (const Case& c :
         {Case{PieceType::knight, MoveFlag::knight_promotion, MoveFlag::knight_capture_promotion},
          Case{PieceType::bishop, MoveFlag::bishop_promotion, MoveFlag::bishop_capture_promotion},
          Case{PieceType::rook, MoveFlag::rook_promotion, MoveFlag::rook_capture_promotion},
          Case{PieceType::queen, MoveFlag::queen_promotion, MoveFlag::queen_capture_promotion}}) {
        EXPECT_EQ(promotion_flag(c.type, false), c.quiet);
        EXPECT_EQ(promotion_flag(c.type, true), c.capture);
        for (const MoveFlag flag : {c.quiet, c.capture}) {
            EXPECT_TRUE(with_flag(flag).is_promotion());
            EXPECT_FALSE(with_flag(flag).is_castle());
            EXPECT_EQ(with_flag(flag).promotion(), c.type);
            EXPECT_EQ(with_flag(flag).is_capture(), flag == c.capture);
        }
    }
}

TEST(MoveList, KeepsMovesInTheOrderTheyWereAdded) {
    const Move first(Square::e2, Square::e4, MoveFlag::double_push);
    const Move second(Square::g1, Square::f3, MoveFlag::quiet);
    MoveList list;
    EXPECT_TRUE(list.empty());
    list.add(first);
    list.add(second);
    EXPECT_FALSE(list.empty());
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0], first);
    EXPECT_EQ(list[1], second);
    EXPECT_EQ(*list.begin(), first);
    EXPECT_EQ(list.end() - list.begin(), 2);
}

TEST(MoveList, TakesInMovesWrittenBehindItsLast) {
    const Move first(Square::e2, Square::e4, MoveFlag::double_push);
    const Move second(Square::g1, Square::f3, MoveFlag::quiet);
    MoveList list;
    list.add(first);
    *list.end() = second;
    list.grow_to(list.end() + 1);
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0], first);
    EXPECT_EQ(list[1], second);
    list.clear();
    EXPECT_TRUE(list.empty());
}

TEST(MoveList, ContainsWhatWasAddedAndNothingElse) {
    MoveList list;
    EXPECT_FALSE(list.contains(Move()));
    list.add(Move(Square::e2, Square::e4, MoveFlag::double_push));
    EXPECT_TRUE(list.contains(Move(Square::e2, Square::e4, MoveFlag::double_push)));
    EXPECT_FALSE(list.contains(Move(Square::e2, Square::e4, MoveFlag::quiet)));
}

TEST(MoveList, HoldsAsManyMovesAsItSays) {
    MoveList list;
    for (std::size_t i = 0; i < MoveList::capacity; ++i)
        list.add(Move::from_bits(static_cast<std::uint16_t>(i)));
    ASSERT_EQ(list.size(), MoveList::capacity);
    EXPECT_EQ(list[MoveList::capacity - 1], Move::from_bits(MoveList::capacity - 1));
}

}  // namespace
}  // namespace philidor
