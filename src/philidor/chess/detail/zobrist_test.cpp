#include "philidor/chess/detail/zobrist.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/board.hpp"

namespace philidor {
namespace {

std::vector<Key> all_numbers() {
    std::vector<Key> all;
    for (const PieceType type : all_piece_types) {
        for (const Color color : all_colors) {
            for (const Square square : Bitboard::all()) {
                all.push_back(zobrist::numbers.pieces[make_piece(color, type)][square]);
            }
        }
    }
    for (const Square square : Bitboard(Rank::first) | Bitboard(Rank::eighth)) {
        all.push_back(zobrist::numbers.castling_rooks[square]);
    }
    for (const File file : all_files) all.push_back(zobrist::numbers.en_passant_files[file]);
    all.push_back(zobrist::numbers.black_to_move);
    return all;
}

// The numbers below were computed in Python from the description in zobrist.hpp. Stored data relies on them:
// if this test fails, change the code, not the test.
TEST(Zobrist, NumbersAreFrozen) {
    EXPECT_EQ(zobrist::seed, 0x5048494C49444F52U);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::white_pawn][Square::a1], 0x5073AD252BE33F07U);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::white_pawn][Square::b1], 0x93ADD7C4D01EEBB7U);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::white_pawn][Square::c1], 0xEE7B530DCB69D95CU);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::black_pawn][Square::a1], 0x5203CDD009A54405U);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::white_knight][Square::a1], 0xAF930305AAABE121U);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::white_queen][Square::e4], 0x578C24666E81118BU);
    EXPECT_EQ(zobrist::numbers.pieces[Piece::black_king][Square::h8], 0xF9AE4E97CA6A6CF5U);
    EXPECT_EQ(zobrist::numbers.castling_rooks[Square::a1], 0x4F99F4124BEBC6B3U);
    EXPECT_EQ(zobrist::numbers.castling_rooks[Square::h8], 0xF2C00503EC9A9783U);
    EXPECT_EQ(zobrist::numbers.en_passant_files[File::a], 0x86FF2604E041133DU);
    EXPECT_EQ(zobrist::numbers.en_passant_files[File::h], 0xFB1820049B5A61D0U);
    EXPECT_EQ(zobrist::numbers.black_to_move, 0x640179F547165B24U);
}

TEST(Zobrist, KeysOfTheStartPositionAreFrozen) {
    EXPECT_EQ(Board().key(), 0x5EAC10600E3B87D7U);
    EXPECT_EQ(Board().pawn_key(), 0xE55BE69BAAE609C2U);
}

TEST(Zobrist, NoFourNumbersCancelOut) {
    // Nor do two or three: the sums of zero, one and two different numbers are all different.
    const std::vector<Key> numbers = all_numbers();
    ASSERT_EQ(numbers.size(), 6U * 2U * 64U + 16U + 8U + 1U);
    std::vector<Key> sums = numbers;
    sums.push_back(0);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) sums.push_back(numbers[i] ^ numbers[j]);
    }
    std::sort(sums.begin(), sums.end());
    EXPECT_EQ(std::adjacent_find(sums.begin(), sums.end()), sums.end());
}

TEST(Zobrist, CastlingKeyIsTheSumOverTheRooks) {
    const auto& rooks = zobrist::numbers.castling_rooks;
    EXPECT_EQ(zobrist::castling_key(Bitboard()), 0U);
    EXPECT_EQ(zobrist::castling_key(Bitboard(Square::c8)), rooks[Square::c8]);
    EXPECT_EQ(zobrist::castling_key(Bitboard(Square::a1) | Bitboard(Square::g8)),
              rooks[Square::a1] ^ rooks[Square::g8]);
}

}  // namespace
}  // namespace philidor
