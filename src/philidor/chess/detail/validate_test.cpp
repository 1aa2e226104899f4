#include "philidor/chess/detail/validate.hpp"

#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

/// The setup of a text that `parse_setup` accepts.
Setup setup_of(const std::string& fen, Variant variant = Variant::standard) {
    const auto setup = parse_setup(fen, variant);
    EXPECT_TRUE(setup) << setup.error().message;
    return *setup;
}

void expect_fault(const Setup& setup, PositionError kind, const std::string& message) {
    const auto fault = find_fault(setup);
    ASSERT_TRUE(fault) << message;
    EXPECT_EQ(fault->kind, kind) << fault->message;
    EXPECT_EQ(fault->message, message);
}

void expect_fault(const std::string& fen, PositionError kind, const std::string& message) {
    expect_fault(setup_of(fen), kind, message);
}

void expect_no_fault(const std::string& fen, Variant variant = Variant::standard) {
    const auto fault = find_fault(setup_of(fen, variant));
    EXPECT_FALSE(fault) << fen << ": " << fault->message;
}

TEST(Validate, AcceptsTheStartPosition) { EXPECT_FALSE(find_fault(Setup::start_position())); }

TEST(Validate, RejectsMoveNumberZero) {
    auto setup = Setup::start_position();
    setup.fullmove_number = 0;
    const auto fault = find_fault(setup);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, PositionError::fullmove_number);
}

TEST(Validate, RejectsAMissingKing) {
    expect_fault("4k3/8/8/8/8/8/8/8 w - - 0 1", PositionError::no_king, "white has no king");
    expect_fault("8/8/8/8/8/8/8/4K3 w - - 0 1", PositionError::no_king, "black has no king");
}

TEST(Validate, RejectsASecondKing) {
    expect_fault("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", PositionError::several_kings, "white has 2 kings");
    expect_fault("k3k2k/8/8/8/8/8/8/4K3 w - - 0 1", PositionError::several_kings, "black has 3 kings");
}

TEST(Validate, LooksForMissingKingsBeforeSecondOnes) {
    expect_fault("8/8/8/8/8/8/8/K3K3 w - - 0 1", PositionError::no_king, "black has no king");
}

TEST(Validate, RejectsTooManyMen) {
    expect_fault("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", PositionError::too_many_men,
                 "white has 17 men");
    expect_fault("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", PositionError::too_many_men, "black has 9 pawns");
}

TEST(Validate, RejectsMorePromotedPiecesThanPawnsAreMissing) {
    const auto kind = PositionError::too_many_promotions;
    expect_fault("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", kind,
                 "white has 1 promoted piece and still 8 pawns");
    expect_fault("4k3/pppppppp/nnn5/8/8/8/8/4K3 w - - 0 1", kind,
                 "black has 1 promoted piece and still 8 pawns");
    expect_fault("4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - - 0 1", kind,
                 "white has 1 promoted piece and still 8 pawns");
    expect_fault("4k3/8/8/8/8/QQRRR3/PPPPPPP1/4K3 w - - 0 1", kind,
                 "white has 2 promoted pieces and still 7 pawns");
}

TEST(Validate, CountsTwoBishopsOnOneColorAsAPromotion) {
    expect_fault("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", PositionError::too_many_promotions,
                 "white has 1 promoted piece and still 8 pawns");
    expect_fault("4k3/pppppppp/b1b5/8/8/8/8/4K3 w - - 0 1", PositionError::too_many_promotions,
                 "black has 1 promoted piece and still 8 pawns");
    expect_no_fault("4k3/8/8/8/8/BB6/PPPPPPPP/4K3 w - - 0 1");
    expect_no_fault("4k3/8/8/8/8/B1B5/PPPPPPP1/4K3 w - - 0 1");
}

TEST(Validate, AcceptsNineQueens) { expect_no_fault("7k/8/8/8/8/Q7/QQQQ4/QQQQ3K b - - 0 1"); }

TEST(Validate, RejectsPawnsOnTheBackRanks) {
    const auto kind = PositionError::pawn_on_back_rank;
    expect_fault("4k3/8/8/8/8/8/8/K3P3 w - - 0 1", kind, "white pawn on e1");
    expect_fault("P3k3/8/8/8/8/8/8/K7 w - - 0 1", kind, "white pawn on a8");
    expect_fault("4k2p/8/8/8/8/8/8/K7 w - - 0 1", kind, "black pawn on h8");
    expect_fault("4k3/8/8/8/8/8/8/K6p w - - 0 1", kind, "black pawn on h1");
}

TEST(Validate, RejectsCastlingWithoutARook) {
    const auto kind = PositionError::castling_impossible;
    expect_fault("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", kind,
                 "castling right with the rook on h1 but no white rook stands there");
    expect_fault("R3k3/8/8/8/8/8/8/4K3 b q - 0 1", kind,
                 "castling right with the rook on a8 but no black rook stands there");
}

TEST(Validate, RejectsStandardCastlingFromElsewhere) {
    const auto kind = PositionError::castling_impossible;
    expect_fault("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", kind,
                 "castling right with the rook on a1 but the white king stands on d1, not on e1");
    expect_fault("7r/4k3/8/8/8/8/8/4K3 w k - 0 1", kind,
                 "castling right with the rook on h8 but the black king stands on e7, not on e8");
    auto setup = setup_of("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1");
    setup.castling = CastlingRights(Bitboard(Square::g1));
    expect_fault(setup, kind, "castling right with the rook on g1 but that is not a corner");
    setup.castling_style = CastlingStyle::x_fen;
    EXPECT_FALSE(find_fault(setup));
}

TEST(Validate, RejectsChess960CastlingAwayFromTheBackRank) {
    const auto kind = PositionError::castling_impossible;
    expect_fault(setup_of("4k3/8/8/8/8/8/4K3/7R w H - 0 1", Variant::chess960), kind,
                 "castling right with the rook on h1 but the white king stands on e2, not on rank 1");
    auto setup = setup_of("4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", Variant::chess960);
    setup.castling = CastlingRights(Bitboard(Square::e4));
    expect_fault(setup, kind, "castling right with the rook on e4 but that is not on a back rank");
}

TEST(Validate, RejectsTwoCastlingRooksOnOneSide) {
    const auto kind = PositionError::castling_impossible;
    expect_fault(
        setup_of("4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1", Variant::chess960), kind,
        "castling right with the rook on a1 but another with the rook on b1, on the same side of the white "
        "king");
    expect_no_fault("1r2k1r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1", Variant::chess960);
}

TEST(Validate, RejectsEnPassantSquaresThatNoPawnPassed) {
    const auto kind = PositionError::en_passant_impossible;
    expect_fault("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", kind, "en passant square e3 needs a white pawn on e4");
    expect_fault("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", kind, "en passant square e6 needs a black pawn on e5");
    expect_fault("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", kind,
                 "en passant square e3 is not on rank 6 but white is to move");
    expect_fault("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", kind,
                 "en passant square e4 is not on rank 3 but black is to move");
    expect_fault("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", kind, "en passant square e3 is not empty");
    expect_fault("4k3/2p5/8/2p5/8/8/8/4K3 w - c6 0 1", kind,
                 "en passant square c6 needs c7 empty, where the pawn came from");
}

TEST(Validate, AcceptsEnPassantSquaresWithoutACapture) {
    expect_no_fault("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    expect_no_fault("4k3/8/8/2p5/8/8/8/4K3 w - c6 0 1");
}

TEST(Validate, RejectsAKingThatCouldBeTaken) {
    const auto kind = PositionError::opponent_in_check;
    expect_fault("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", kind, "black is in check but white is to move");
    expect_fault("4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", kind, "white is in check but black is to move");
    expect_fault("8/8/8/8/8/8/4k3/4K3 w - - 0 1", kind, "the kings on e1 and e2 are adjacent");
    expect_no_fault("4k3/8/8/8/8/4p3/4R3/4K3 w - - 0 1");
}

TEST(Validate, AcceptsThreeCheckersBecauseItCanBePlayedOn) {
    expect_no_fault("4k3/8/8/8/4r3/2n5/3p4/4K3 w - - 0 1");
}

}  // namespace
}  // namespace philidor
