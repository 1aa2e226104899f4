#include "philidor/chess/bitboard.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "philidor/chess/detail/slow_attacks.hpp"

namespace philidor {
namespace {

Bitboard set_of(const std::vector<Square>& squares) {
    Bitboard set;
    for (const Square square : squares) set.add(square);
    return set;
}

TEST(Bitboard, IsDrawnWithTheEighthRankOnTop) {
    const Bitboard set = set_of({Square::a1, Square::c1, Square::e4, Square::a8, Square::g8});
    EXPECT_EQ(picture(set),
              "1.....1.\n"
              "........\n"
              "........\n"
              "........\n"
              "....1...\n"
              "........\n"
              "........\n"
              "1.1.....\n");
}

TEST(Bitboard, IteratesFromA1ToH8) {
    std::vector<Square> visited;
    for (const Square square : set_of({Square::h8, Square::b3, Square::a1, Square::h1}))
        visited.push_back(square);
    EXPECT_EQ(visited, (std::vector{Square::a1, Square::h1, Square::b3, Square::h8}));
    unsigned next = 0;
    for (const Square square : Bitboard::all()) EXPECT_EQ(index_of(square), next++);
    EXPECT_EQ(next, square_count);
}

TEST(Bitboard, HasTheSquaresThatWereAddedAndNotRemoved) {
    Bitboard set;
    EXPECT_TRUE(set.is_empty());
    EXPECT_FALSE(set.any());
    set.add(Square::d4);
    set.add(Square::h8);
    set.add(Square::d4);
    EXPECT_EQ(set.count(), 2U);
    EXPECT_TRUE(set.has(Square::d4));
    EXPECT_TRUE(set.has(Square::h8));
    EXPECT_FALSE(set.has(Square::a1));
    set.remove(Square::d4);
    set.remove(Square::a1);
    EXPECT_EQ(set, Bitboard(Square::h8));
    EXPECT_TRUE(set.any());
}

TEST(Bitboard, OfOneSquareHasThatSquareAlone) {
    for (unsigned index = 0; index < square_count; ++index) {
        const Bitboard set(square_at(index));
        EXPECT_EQ(set.bits(), std::uint64_t{1} << index);
        EXPECT_EQ(set.first(), square_at(index));
        EXPECT_EQ(set.count(), 1U);
    }
}

TEST(Bitboard, KnowsEmptySingleAndSeveral) {
    EXPECT_FALSE(Bitboard().has_several());
    EXPECT_FALSE(Bitboard(Square::h8).has_several());
    EXPECT_TRUE(set_of({Square::a1, Square::h8}).has_several());
    EXPECT_TRUE(Bitboard::all().has_several());
}

TEST(Bitboard, OfAFileARankOrAColorHasThoseSquares) {
    for (const Square square : Bitboard::all()) {
        for (const File file : all_files) EXPECT_EQ(Bitboard(file).has(square), file_of(square) == file);
        for (const Rank rank : all_ranks) EXPECT_EQ(Bitboard(rank).has(square), rank_of(square) == rank);
        EXPECT_EQ(Bitboard::light_squares().has(square), is_light(square));
    }
}

/// Checks a binary operator on sets, square by square.
template <class Operator, class Rule>
void expect_square_by_square(std::uint64_t a, std::uint64_t b, Operator apply, Rule rule) {
    const Bitboard left = Bitboard::from_bits(a);
    const Bitboard right = Bitboard::from_bits(b);
    const Bitboard result = apply(left, right);
    for (const Square square : Bitboard::all()) {
        RC_ASSERT(result.has(square) == rule(left.has(square), right.has(square)));
    }
}

RC_GTEST_PROP(Bitboard, OperatorsAreThoseOfSets, (std::uint64_t a, std::uint64_t b)) {
    using Set = Bitboard;
    expect_square_by_square(a, b, [](Set x, Set y) { return x | y; }, [](bool x, bool y) { return x || y; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x & y; }, [](bool x, bool y) { return x && y; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x ^ y; }, [](bool x, bool y) { return x != y; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x - y; }, [](bool x, bool y) { return x && !y; });
    expect_square_by_square(a, b, [](Set x, Set) { return ~x; }, [](bool x, bool) { return !x; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x |= y; }, [](bool x, bool y) { return x || y; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x &= y; }, [](bool x, bool y) { return x && y; });
    expect_square_by_square(a, b, [](Set x, Set y) { return x ^= y; }, [](bool x, bool y) { return x != y; });
    expect_square_by_square(
        a, b, [](Set x, Set y) { return x -= y; }, [](bool x, bool y) { return x && !y; });
}

RC_GTEST_PROP(Bitboard, ComparesAsASet, (std::uint64_t a, std::uint64_t b)) {
    const Bitboard left = Bitboard::from_bits(a);
    const Bitboard right = Bitboard::from_bits(b);
    bool shares_a_square = false;
    bool all_in_right = true;
    unsigned count = 0;
    for (const Square square : left) {
        shares_a_square = shares_a_square || right.has(square);
        all_in_right = all_in_right && right.has(square);
        ++count;
    }
    RC_ASSERT(left.intersects(right) == shares_a_square);
    RC_ASSERT(left.is_subset_of(right) == all_in_right);
    RC_ASSERT((left & right).is_subset_of(left));
    RC_ASSERT(left.count() == count);
    RC_ASSERT(left.has_several() == (count > 1));
    RC_ASSERT((left == right) == (a == b));
}

RC_GTEST_PROP(Bitboard, FlipsAndMirrorsSquareBySquare, (std::uint64_t bits)) {
    const Bitboard set = Bitboard::from_bits(bits);
    for (const Square square : Bitboard::all()) {
        RC_ASSERT(set.flipped_ranks().has(flip_ranks(square)) == set.has(square));
        RC_ASSERT(set.mirrored_files().has(mirror_files(square)) == set.has(square));
    }
}

/// Compares the shift of every single square with a step in files and ranks.
template <Direction Way>
void expect_shift(slow::Step step) {
    for (const Square square : Bitboard::all()) {
        EXPECT_EQ(picture(shift<Way>(Bitboard(square))), picture(slow::step_from(square, step)))
            << to_string(square);
    }
}

TEST(Bitboard, ShiftsOneStepAndDropsWhatLeavesTheBoard) {
    expect_shift<Direction::north>({0, 1});
    expect_shift<Direction::south>({0, -1});
    expect_shift<Direction::east>({1, 0});
    expect_shift<Direction::west>({-1, 0});
    expect_shift<Direction::north_east>({1, 1});
    expect_shift<Direction::north_west>({-1, 1});
    expect_shift<Direction::south_east>({1, -1});
    expect_shift<Direction::south_west>({-1, -1});
}

TEST(Bitboard, ShiftsAllSquaresTogether) {
    EXPECT_EQ(
        picture(shift<Direction::north_east>(Bitboard(File::g) | Bitboard(File::h) | Bitboard(Rank::first))),
        ".......1\n"
        ".......1\n"
        ".......1\n"
        ".......1\n"
        ".......1\n"
        ".......1\n"
        ".1111111\n"
        "........\n");
}

TEST(Bitboard, PawnsAttackForwardToBothSides) {
    EXPECT_EQ(forward(Color::white), Direction::north);
    EXPECT_EQ(forward(Color::black), Direction::south);
    const Bitboard pawns = set_of({Square::a2, Square::e4, Square::h7});
    EXPECT_EQ(pawn_attacks<Color::white>(pawns), set_of({Square::b3, Square::d5, Square::f5, Square::g8}));
    EXPECT_EQ(pawn_attacks<Color::black>(pawns), set_of({Square::b1, Square::d3, Square::f3, Square::g6}));
}

}  // namespace
}  // namespace philidor
