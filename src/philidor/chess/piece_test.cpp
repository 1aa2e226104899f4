#include "philidor/chess/piece.hpp"

#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace philidor {
namespace {

unsigned code_of(Piece piece) { return static_cast<unsigned>(piece); }

TEST(Piece, CodesAreTheDocumentedBits) {
    EXPECT_EQ(code_of(Piece::none), 0U);
    EXPECT_EQ(code_of(Piece::white_pawn), 0b01001U);
    EXPECT_EQ(code_of(Piece::white_knight), 0b01010U);
    EXPECT_EQ(code_of(Piece::white_bishop), 0b01011U);
    EXPECT_EQ(code_of(Piece::white_rook), 0b01100U);
    EXPECT_EQ(code_of(Piece::white_queen), 0b01101U);
    EXPECT_EQ(code_of(Piece::white_king), 0b01110U);
    EXPECT_EQ(code_of(Piece::black_pawn), 0b10001U);
    EXPECT_EQ(code_of(Piece::black_knight), 0b10010U);
    EXPECT_EQ(code_of(Piece::black_bishop), 0b10011U);
    EXPECT_EQ(code_of(Piece::black_rook), 0b10100U);
    EXPECT_EQ(code_of(Piece::black_queen), 0b10101U);
    EXPECT_EQ(code_of(Piece::black_king), 0b10110U);
}

TEST(Piece, IsMadeOfItsColorAndItsType) {
    EXPECT_EQ(make_piece(Color::white, PieceType::pawn), Piece::white_pawn);
    EXPECT_EQ(make_piece(Color::white, PieceType::king), Piece::white_king);
    EXPECT_EQ(make_piece(Color::black, PieceType::pawn), Piece::black_pawn);
    EXPECT_EQ(make_piece(Color::black, PieceType::king), Piece::black_king);
    for (const Color color : all_colors) {
        for (const PieceType type : all_piece_types) {
            EXPECT_EQ(color_of(make_piece(color, type)), color);
            EXPECT_EQ(type_of(make_piece(color, type)), type);
        }
    }
}

TEST(Piece, HasTheLettersOfFen) {
    std::string letters;
    for (const Color color : all_colors) {
        for (const PieceType type : all_piece_types) letters += letter_of(make_piece(color, type));
    }
    EXPECT_EQ(letters, "PNBRQKpnbrqk");
}

TEST(Piece, IsReadFromItsLetterAndNoOther) {
    for (int code = 0; code < 128; ++code) {
        const char letter = static_cast<char>(code);
        const bool is_a_man = std::string("PNBRQKpnbrqk").find(letter) != std::string::npos;
        const std::optional<Piece> piece = piece_from(letter);
        EXPECT_EQ(piece.has_value(), is_a_man) << code;
        if (piece) {
            EXPECT_EQ(letter_of(*piece), letter);
        }
    }
}

TEST(PieceType, HasUpperCaseLettersAndNames) {
    EXPECT_EQ(letter_of(PieceType::knight), 'N');
    EXPECT_EQ(piece_type_from('N'), PieceType::knight);
    EXPECT_EQ(piece_type_from('K'), PieceType::king);
    EXPECT_EQ(piece_type_from('n'), std::nullopt);
    EXPECT_EQ(piece_type_from('?'), std::nullopt);
    std::string names;
    for (const PieceType type : all_piece_types) names.append(name_of(type)).append(" ");
    EXPECT_EQ(names, "pawn knight bishop rook queen king ");
}

}  // namespace
}  // namespace philidor
