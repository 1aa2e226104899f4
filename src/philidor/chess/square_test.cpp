#include "philidor/chess/square.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace philidor {
namespace {

TEST(Square, NumbersRunAlongTheRanksFromA1ToH8) {
    unsigned number = 0;
    for (const Rank rank : all_ranks) {
        for (const File file : all_files) {
            EXPECT_EQ(index_of(make_square(file, rank)), number);
            ++number;
        }
    }
    EXPECT_EQ(number, square_count);
    EXPECT_EQ(index_of(Square::a1), 0U);
    EXPECT_EQ(index_of(Square::h1), 7U);
    EXPECT_EQ(index_of(Square::a2), 8U);
    EXPECT_EQ(index_of(Square::h8), 63U);
}

TEST(Square, IsWhereItsFileAndItsRankCross) {
    for (unsigned index = 0; index < square_count; ++index) {
        const Square square = square_at(index);
        EXPECT_EQ(make_square(file_of(square), rank_of(square)), square);
    }
    EXPECT_EQ(make_square(File::e, Rank::fourth), Square::e4);
    EXPECT_EQ(file_of(Square::c7), File::c);
    EXPECT_EQ(rank_of(Square::c7), Rank::seventh);
}

TEST(Square, FlipsTopToBottom) {
    EXPECT_EQ(flip_ranks(Square::a1), Square::a8);
    EXPECT_EQ(flip_ranks(Square::e4), Square::e5);
    EXPECT_EQ(flip_ranks(Square::h7), Square::h2);
}

TEST(Square, MirrorsLeftToRight) {
    EXPECT_EQ(mirror_files(Square::a1), Square::h1);
    EXPECT_EQ(mirror_files(Square::e4), Square::d4);
    EXPECT_EQ(mirror_files(Square::g8), Square::b8);
}

TEST(Square, IsFlippedWhenSeenByBlack) {
    EXPECT_EQ(relative(Color::white, Square::e2), Square::e2);
    EXPECT_EQ(relative(Color::black, Square::e2), Square::e7);
    EXPECT_EQ(relative(Color::white, Rank::second), Rank::second);
    EXPECT_EQ(relative(Color::black, Rank::second), Rank::seventh);
    EXPECT_EQ(relative(Color::black, Rank::eighth), Rank::first);
}

TEST(Square, ChangesColorWithEveryStepAlongAFileOrARank) {
    EXPECT_FALSE(is_light(Square::a1));
    EXPECT_TRUE(is_light(Square::h1));
    for (const Rank rank : all_ranks) {
        for (const File file : all_files) {
            const int steps_from_a1 = static_cast<int>(file) + static_cast<int>(rank);
            EXPECT_EQ(is_light(make_square(file, rank)), steps_from_a1 % 2 == 1);
        }
    }
}

TEST(Square, NameIsReadBack) {
    EXPECT_EQ(to_string(Square::a1), "a1");
    EXPECT_EQ(to_string(Square::e4), "e4");
    EXPECT_EQ(to_string(Square::h8), "h8");
    for (unsigned index = 0; index < square_count; ++index) {
        EXPECT_EQ(parse_square(to_string(square_at(index))), square_at(index));
    }
}

TEST(Square, IsNotReadFromAnythingButItsExactName) {
    for (const std::string_view text :
         {"", "e", "4", "e44", "4e", "E4", "i4", "`4", "e0", "e9", " e4", "e4 ", "--"}) {
        EXPECT_EQ(parse_square(text), std::nullopt) << '"' << text << '"';
    }
}

TEST(Square, FilesAndRanksHaveLettersAndDigits) {
    std::string letters;
    std::string digits;
    for (const File file : all_files) letters += letter_of(file);
    for (const Rank rank : all_ranks) digits += digit_of(rank);
    EXPECT_EQ(letters, "abcdefgh");
    EXPECT_EQ(digits, "12345678");
    EXPECT_EQ(file_from('h'), File::h);
    EXPECT_EQ(rank_from('8'), Rank::eighth);
    EXPECT_EQ(file_from('i'), std::nullopt);
    EXPECT_EQ(rank_from('0'), std::nullopt);
    EXPECT_EQ(rank_from('9'), std::nullopt);
}

}  // namespace
}  // namespace philidor
