#include "philidor/chess/symmetry.hpp"

#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"

namespace philidor {
namespace {

constexpr Symmetry none;
constexpr Symmetry swap = Symmetry::swap_sides();
constexpr Symmetry mirror = Symmetry::mirror_files();

static_assert(std::is_trivially_copyable_v<Symmetry> && sizeof(Symmetry) <= 2);
static_assert(swap(Square::e2) == Square::e7 && mirror(Square::e2) == Square::d2);

Board board_of(const std::string& fen) {
    const auto board = parse_fen(fen);
    EXPECT_TRUE(board) << fen;
    return board.value();
}

/// Positions without castling rights: quiet, with en passant, with promotions, in check.
const std::vector<std::string>& fens() {
    static const std::vector<std::string> list{
        "8/8/8/4k3/8/8/4P3/4K3 w - - 3 40",        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "1n2k3/P6P/8/2b5/8/8/p5p1/1N2K3 b - - 0 9",
        "4k3/8/8/8/8/8/3qB3/4K3 w - - 0 1",
    };
    return list;
}

TEST(Symmetry, HasAReadableName) {
    EXPECT_EQ(name_of(none), "none");
    EXPECT_EQ(name_of(swap), "swap sides");
    EXPECT_EQ(name_of(mirror), "mirror files");
    EXPECT_EQ(name_of(swap * mirror), "swap sides and mirror files");
}

TEST(Symmetry, OfWhichThereAreFourThatFormAGroup) {
    for (const Symmetry a : all_symmetries) {
        EXPECT_EQ(a * none, a);
        EXPECT_EQ(a * a.inverse(), none);
        EXPECT_EQ(a.inverse() * a, none);
        for (const Symmetry b : all_symmetries) {
            EXPECT_EQ(a * b == none, b == a.inverse());
            EXPECT_EQ((a * b).inverse(), b.inverse() * a.inverse());
        }
    }
}

TEST(Symmetry, ComposesLikeTheFunctionsItStandsFor) {
    const Bitboard set = Bitboard::from_bits(0x0123456789ABCDEF);
    for (const Symmetry a : all_symmetries) {
        for (const Symmetry b : all_symmetries) {
            for (const Square square : Bitboard::all()) EXPECT_EQ((a * b)(square), a(b(square)));
            for (const Color color : all_colors) EXPECT_EQ((a * b)(color), a(b(color)));
            EXPECT_EQ((a * b)(set), a(b(set)));
        }
    }
}

TEST(Symmetry, MapsASetSquareBySquare) {
    for (const Symmetry symmetry : all_symmetries) {
        for (const Square square : Bitboard::all()) {
            EXPECT_EQ(symmetry(Bitboard(square)), Bitboard(symmetry(square)));
            EXPECT_EQ(is_light(symmetry(square)) != is_light(square), symmetry.exchanges_square_colors());
        }
    }
}

TEST(Symmetry, SwapsTheColorOfMen) {
    EXPECT_EQ(swap(Piece::white_rook), Piece::black_rook);
    EXPECT_EQ(swap(Piece::black_pawn), Piece::white_pawn);
    EXPECT_EQ(mirror(Piece::white_rook), Piece::white_rook);
    EXPECT_EQ(swap(Piece::none), Piece::none);
}

TEST(Symmetry, SwapsThePlayersOfABoard) {
    EXPECT_EQ(to_fen(swap(board_of("8/8/8/4k3/8/8/4P3/4K3 w - - 3 40"))), "4k3/4p3/8/8/4K3/8/8/8 b - - 3 40");
    EXPECT_EQ(to_fen(swap(board_of("8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1"))),
              "8/6p1/8/1r2pP1K/kp5R/3P4/2P5/8 w - e6 0 1");
}

TEST(Symmetry, MirrorsABoard) {
    EXPECT_EQ(to_fen(mirror(board_of("8/8/8/4k3/8/8/4P3/4K3 w - - 3 40"))),
              "8/8/8/3k4/8/8/3P4/3K4 w - - 3 40");
}

TEST(Symmetry, SwapsCastlingRightsToo) {
    EXPECT_EQ(to_fen(swap(board_of("r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"))),
              "4k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1");
}

TEST(Symmetry, LeadsBackThroughItsInverse) {
    for (const std::string& fen : fens()) {
        for (const Symmetry symmetry : all_symmetries) {
            EXPECT_EQ(symmetry.inverse()(symmetry(board_of(fen))), board_of(fen)) << fen;
        }
    }
}

TEST(Symmetry, OfAMoveIsTheMoveOnTheImage) {
    for (const std::string& fen : fens()) {
        const Board board = board_of(fen);
        for (const Symmetry symmetry : all_symmetries) {
            const Board image = symmetry(board);
            const MoveList moves = legal_moves(board);
            EXPECT_EQ(legal_moves(image).size(), moves.size()) << fen;
            for (const Move move : moves) {
                ASSERT_TRUE(is_legal(image, symmetry(move))) << fen << ", " << name_of(symmetry);
                auto after = symmetry(board.after(move)).to_setup();
                after.fullmove_number = image.after(symmetry(move)).to_setup().fullmove_number;
                EXPECT_EQ(image.after(symmetry(move)).to_setup(), after) << fen << ", " << name_of(symmetry);
            }
        }
    }
}

TEST(Symmetry, SwapsCastlingMoves) {
    const Board board = board_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (const Move move : legal_moves(board)) EXPECT_TRUE(is_legal(swap(board), swap(move)));
}

TEST(SymmetryDeathTest, RefusesToMirrorCastlingRights) {
    EXPECT_DEBUG_DEATH(
        static_cast<void>(mirror(board_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).king(Color::white)), "");
}

}  // namespace
}  // namespace philidor
