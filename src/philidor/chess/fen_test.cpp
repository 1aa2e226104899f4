#include "philidor/chess/fen.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/test_support/chess960_starts.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/chess/test_support/shared_positions.hpp"

namespace philidor {
namespace {

using test_support::chess960_count;
using test_support::chess960_start;

constexpr const char* start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A text that must be rejected, the reason, and what the message must quote.
struct Rejected {
    std::string text;
    PositionError kind;
    std::string shown;
    Variant variant = Variant::standard;
};

void expect_rejected(const std::vector<Rejected>& list) {
    for (const Rejected& rejected : list) {
        const auto board = parse_fen(rejected.text, rejected.variant);
        ASSERT_FALSE(board) << rejected.text;
        const auto& [kind, message] = board.error();
        EXPECT_EQ(kind, rejected.kind) << rejected.text << " -> " << message;
        EXPECT_EQ(message.find("fen: "), 0U) << message;
        EXPECT_NE(message.find(rejected.shown), std::string::npos)
            << message << "\nmust show " << rejected.shown;
    }
}

void expect_written_back(const std::string& text, Variant variant) {
    const auto board = parse_fen(text, variant);
    ASSERT_TRUE(board) << text << " -> " << board.error().message;
    EXPECT_EQ(to_fen(*board), text);
    EXPECT_EQ(*Board::from_setup(board->to_setup()), *board) << text;
}

TEST(Fen, ReadsTheStartPosition) {
    const auto board = parse_fen(start_fen);
    ASSERT_TRUE(board) << board.error().message;
    EXPECT_EQ(*board, Board());
    EXPECT_EQ(to_fen(Board()), start_fen);
}

TEST(Fen, ReadsEveryField) {
    const auto setup = parse_setup("4k2r/8/8/8/3Pp3/8/8/4K3 b k d3 7 42");
    ASSERT_TRUE(setup) << setup.error().message;
    EXPECT_EQ(setup->squares[Square::e8], Piece::black_king);
    EXPECT_EQ(setup->squares[Square::h8], Piece::black_rook);
    EXPECT_EQ(setup->squares[Square::d4], Piece::white_pawn);
    EXPECT_EQ(setup->squares[Square::e4], Piece::black_pawn);
    EXPECT_EQ(setup->squares[Square::e1], Piece::white_king);
    EXPECT_EQ(setup->side_to_move, Color::black);
    EXPECT_EQ(setup->castling.rooks(), Bitboard(Square::h8));
    EXPECT_EQ(setup->en_passant, Square::d3);
    EXPECT_EQ(setup->halfmove_clock, 7);
    EXPECT_EQ(setup->fullmove_number, 42);
}

TEST(Fen, ReadsFourFieldsWithTheClocksOfAStart) {
    const auto board = parse_fen("8/8/8/8/8/4k3/4p3/4K3 b - -");
    ASSERT_TRUE(board) << board.error().message;
    EXPECT_EQ(to_fen(*board), "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1");
}

TEST(Fen, WritesBackStandardPositionsLetterForLetter) {
    for (const char* text : {
             start_fen,
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
             "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
             "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R b Qkq - 0 1",
             "8/8/8/8/8/4k3/4p3/4K3 b - - 99 65535",
             "8/8/8/8/8/4k3/4p3/4K3 w - - 65535 1",
             "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
             "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1",
             "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
             "1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1",
             "k7/8/8/8/8/8/8/7K w - - 0 1",
         }) {
        expect_written_back(text, Variant::standard);
    }
}

TEST(Fen, WritesBackChess960PositionsLetterForLetter) {
    for (const char* text : {
             start_fen,
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
             "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1",
             "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
             "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",    // the inner rook
             "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",    // the outer rook, in X-FEN
             "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1",    // the outer rook, in Shredder-FEN
             "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1",  // one of each
             "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1",
             "rr2k2r/8/8/8/8/8/8/RR2K2R b KBkb - 0 1",
             "rr2k2r/8/8/8/8/8/8/RR2K2R b HBhb - 0 1",
             "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
             "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
             "8/8/8/8/8/4k3/4p3/4K3 b - - 3 4",
         }) {
        expect_written_back(text, Variant::chess960);
    }
}

TEST(Fen, TellsXFenFromShredderFen) {
    const auto style_of = [](const std::string& castling) {
        return parse_fen("rr2k2r/8/8/8/8/8/8/RR2K2R w " + castling + " - 0 1", Variant::chess960)
            ->castling_style();
    };
    for (const char* x_fen : {"-", "KQkq", "KBkb", "B", "b", "Bb"})
        EXPECT_EQ(style_of(x_fen), CastlingStyle::x_fen);
    for (const char* shredder : {"HAha", "H", "HBhb", "Ba"})
        EXPECT_EQ(style_of(shredder), CastlingStyle::shredder);
    EXPECT_EQ(parse_fen(start_fen)->castling_style(), CastlingStyle::standard);
}

TEST(Fen, ReadsKAsTheOutermostRookInChess960) {
    const auto setup = parse_setup("4k3/8/8/8/8/8/8/1R1K1RR1 w KQ - 0 1", Variant::chess960);
    ASSERT_TRUE(setup) << setup.error().message;
    EXPECT_EQ(setup->castling.rooks(), Bitboard(Square::g1) | Bitboard(Square::b1));
}

TEST(Fen, RejectsAWrongNumberOfFields) {
    const auto kind = PositionError::field_count;
    expect_rejected({
        {"", kind, "0 fields instead of 4 or 6: \"\""},
        {"8/8/8/8/8/4k3/4p3/4K3", kind, "1 field instead of 4 or 6: \"8/8/8/8/8/4k3/4p3/4K3\""},
        {"8/8/8/8/8/4k3/4p3/4K3 b -", kind, "3 fields instead of 4 or 6"},
        {"8/8/8/8/8/4k3/4p3/4K3 b - - 0", kind,
         "5 fields instead of 4 or 6: \"8/8/8/8/8/4k3/4p3/4K3 b - - 0\""},
        {"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 x", kind, "7 fields instead of 4 or 6"},
        {"8/8/8/8/8/4k3/4p3/4K3  b - - 0 1", kind, "single spaces: \"8/8/8/8/8/4k3/4p3/4K3  b"},
        {" 8/8/8/8/8/4k3/4p3/4K3 b - -", kind, "single spaces: \" 8/8"},
        {"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 ", kind, "single spaces"},
        {" ", kind, "single spaces: \" \""},
        {"8/8/8/8/8/4k3/4p3/4K3\tb\t-\t-", kind, "\\x09b\\x09"},
    });
}

TEST(Fen, RejectsAWrongNumberOfRanks) {
    const auto kind = PositionError::rank_count;
    expect_rejected({
        {"8/8/8/8/4k3/4p3/4K3 b - - 0 1", kind, "7 ranks instead of 8: \"8/8/8/8/4k3/4p3/4K3\""},
        {"8/8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", kind, "9 ranks instead of 8: \"8/8/8/8/8/8/4k3/4p3/4K3\""},
        {"8/8/8/8/8/4k3/4p3/4K3/ b - - 0 1", kind, "9 ranks"},
        {"x w - -", kind, "1 rank instead of 8: \"x\""},
        {std::string(200, '/') + " w - -", kind,
         "201 ranks instead of 8: \"" + std::string(77, '/') + "...\""},
    });
}

TEST(Fen, RejectsARankWithNineSquares) {
    const auto kind = PositionError::rank_length;
    expect_rejected({
        {"rnbqkbnr/pppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", kind,
         "fen: rank 7 has 9 squares: \"pppp1pppp\""},
        {"8/8/8/8/8/4k3/4p3/4K3p b - - 0 1", kind, "rank 1 has 9 squares: \"4K3p\""},
        {"8/8/8/8/8/8k8/4p3/4K3 b - - 0 1", kind, "rank 3 has 17 squares: \"8k8\""},
    });
}

TEST(Fen, RejectsARankThatIsTooShort) {
    const auto kind = PositionError::rank_length;
    expect_rejected({
        {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", kind,
         "rank 7 has 7 squares: \"ppppppp\""},
        {"1/8/8/8/8/4k3/4p3/4K3 b - - 0 1", kind, "rank 8 has 1 square: \"1\""},
        {"8/8/8//8/4k3/4p3/4K3 b - - 0 1", kind, "rank 5 has 0 squares: \"\""},
    });
}

TEST(Fen, RejectsTwoNumbersInARow) {
    expect_rejected({
        {"8/8/8/8/44/4k3/4p3/4K3 b - - 0 1", PositionError::rank_length,
         "rank 4 has two numbers in a row: \"44\""},
        {"8/8/8/8/8/4k3/4p3/4K21 b - - 0 1", PositionError::rank_length,
         "rank 1 has two numbers in a row: \"4K21\""},
    });
}

TEST(Fen, RejectsUnknownPieces) {
    const auto kind = PositionError::piece_letter;
    expect_rejected({
        {"rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", kind,
         "fen: \"x\" on rank 8 is not a piece: \"rnbqkbnx\""},
        {"9/8/8/8/8/4k3/4p3/4K3 b - - 0 1", kind, "\"9\" on rank 8 is not a piece: \"9\""},
        {"8/08/8/8/8/4k3/4p3/4K3 b - - 0 1", kind, "\"0\" on rank 7 is not a piece: \"08\""},
        {"8/8/8/8/8/4k3/4p3/4\xC3\xBC"
         "3 b - - 0 1",
         kind, "\"\\xC3\" on rank 1 is not a piece: \"4\\xC3\\xBC3\""},
        {"8/8/8/8/8/4k3/4p3/4K\n3 b - - 0 1", kind, "\"\\x0A\" on rank 1 is not a piece: \"4K\\x0A3\""},
        {"8/8/8/8/8/4k3/4p3/4\"3 b - - 0 1", kind, "\"\\\"\" on rank 1"},
    });
}

TEST(Fen, RejectsAWrongSideToMove) {
    const auto kind = PositionError::side_to_move;
    expect_rejected({
        {"8/8/8/8/8/4k3/4p3/4K3 W - - 0 1", kind, "side to move \"W\" is neither w nor b"},
        {"8/8/8/8/8/4k3/4p3/4K3 white - - 0 1", kind, "\"white\""},
        {"8/8/8/8/8/4k3/4p3/4K3 - - - 0 1", kind, "\"-\""},
    });
}

TEST(Fen, RejectsUnusualCastlingFields) {
    const auto kind = PositionError::castling_text;
    const std::string men = "r3k2r/8/8/8/8/8/8/R3K2R w ";
    expect_rejected({
        {men + "QK - 0 1", kind, "castling field \"QK\" is not in the usual form \"KQ\""},
        {men + "kqKQ - 0 1", kind, "\"kqKQ\" is not in the usual form \"KQkq\""},
        {men + "KK - 0 1", kind, "\"KK\" is not in the usual form \"K\""},
        {men + "Kx - 0 1", kind, "\"x\" is not a castling right: castling field \"Kx\""},
        {men + "K- - 0 1", kind, "\"-\" is not a castling right: castling field \"K-\""},
        {men + "-- - 0 1", kind, "castling field \"--\""},
        {men + "\xFF - 0 1", kind, "\"\\xFF\" is not a castling right"},
        {men + "KQkq" + std::string(100, 'K') + " - 0 1", kind, "KKKK...\""},
    });
}

TEST(Fen, SaysThatFileLettersLookLikeChess960) {
    expect_rejected(
        {{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", PositionError::castling_text,
          "castling right \"H\" is not one of KQkq; it looks like Chess960: castling field \"HAha\""}});
}

TEST(Fen, SaysThatAKingElsewhereLooksLikeChess960) {
    const auto kind = PositionError::castling_impossible;
    expect_rejected({
        {"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", kind,
         "the white king stands on d1, not on e1; it looks like Chess960"},
        {"1r2k3/8/8/8/8/8/8/4K3 w q - 0 1", kind, "no black rook stands there; it looks like Chess960"},
    });
    const auto hopeless = parse_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1");
    EXPECT_EQ(hopeless.error().message,
              "fen: castling right with the rook on h1 but no white rook stands there");
}

TEST(Fen, RejectsChess960CastlingFieldsOfMixedStyle) {
    const auto kind = PositionError::castling_text;
    const std::string men = "rr2k2r/8/8/8/8/8/8/RR2K2R w ";
    expect_rejected({
        {men + "KAkq - 0 1", kind, "\"KAkq\" is not in the usual form \"KQkq\"", Variant::chess960},
        {men + "HQ - 0 1", kind, "\"HQ\" is not in the usual form \"KQ\"", Variant::chess960},
        {men + "KHkq - 0 1", kind, "\"KHkq\" is not in the usual form \"Kkq\"", Variant::chess960},
        {men + "AH - 0 1", kind, "\"AH\" is not in the usual form \"HA\"", Variant::chess960},
        {men + "haHA - 0 1", kind, "\"haHA\" is not in the usual form \"HAha\"", Variant::chess960},
        {men + "I - 0 1", kind, "\"I\" is not a castling right", Variant::chess960},
    });
}

TEST(Fen, RejectsChess960RightsWithoutKingOrRook) {
    const auto kind = PositionError::castling_impossible;
    expect_rejected({
        {"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", kind,
         "castling right \"K\" needs a white rook on that side of the king on e1: castling field \"K\"",
         Variant::chess960},
        {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", kind, "\"K\" needs a single white king, on rank 1",
         Variant::chess960},
        {"r2kk2r/8/8/8/8/8/8/4K3 w q - 0 1", kind, "\"q\" needs a single black king, on rank 8",
         Variant::chess960},
        {"4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1", kind, "rook on a1", Variant::chess960},
        {"4k3/8/8/8/8/8/8/4K3 w B - 0 1", kind, "rook on b1", Variant::chess960},
        {"4k3/8/8/8/8/8/8/4K3 w E - 0 1", kind, "rook on e1", Variant::chess960},
    });
}

TEST(Fen, RejectsWhatIsNoEnPassantSquare) {
    const auto kind = PositionError::en_passant_text;
    const std::string men = "4k3/8/8/8/4P3/8/8/4K3 b - ";
    expect_rejected({
        {men + "e9 0 1", kind, "en passant field \"e9\" is neither - nor a square"},
        {men + "i3 0 1", kind, "\"i3\""},
        {men + "E3 0 1", kind, "\"E3\""},
        {men + "e 0 1", kind, "\"e\""},
        {men + "e3e 0 1", kind, "\"e3e\""},
        {men + "-- 0 1", kind, "\"--\""},
        {men + "e4 0 1", PositionError::en_passant_impossible, "fen: en passant square e4"},
        {men + "d3 0 1", PositionError::en_passant_impossible,
         "fen: en passant square d3 needs a white pawn on d4"},
    });
}

TEST(Fen, RejectsUnusualCounters) {
    const auto halfmove = PositionError::halfmove_clock;
    const auto fullmove = PositionError::fullmove_number;
    const std::string men = "4k3/8/8/8/8/8/8/4K3 w - - ";
    expect_rejected({
        {men + "x 1", halfmove, "halfmove clock \"x\" is not a plain number from 0 to 65535"},
        {men + "-1 1", halfmove, "\"-1\""},
        {men + "+1 1", halfmove, "\"+1\""},
        {men + "01 1", halfmove, "\"01\""},
        {men + "00 1", halfmove, "\"00\""},
        {men + "1x 1", halfmove, "\"1x\""},
        {men + "0x1 1", halfmove, "\"0x1\""},
        {men + "- 1", halfmove, "\"-\""},
        {men + "65536 1", halfmove, "\"65536\""},
        {men + "99999999999999999999 1", halfmove, "\"99999999999999999999\""},
        {men + "4294967297 1", halfmove, "\"4294967297\""},  // 1 in 32-bit arithmetic
        {men + "0 0", fullmove, "move number \"0\" is not a plain number from 1 to 65535"},
        {men + "0 -1", fullmove, "\"-1\""},
        {men + "0 001", fullmove, "\"001\""},
        {men + "0 65536", fullmove, "\"65536\""},
        {men + "0 1\n", fullmove, "\"1\\x0A\""},
        {men + "0 1.0", fullmove, "\"1.0\""},
    });
}

TEST(Fen, RejectsPositionsThatBreakTheRules) {
    expect_rejected({
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", PositionError::no_king, "fen: black has no king"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", PositionError::several_kings, "fen: white has 2 kings"},
        {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", PositionError::too_many_men, "fen: black has 9 pawns"},
        {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", PositionError::too_many_promotions,
         "fen: white has 1 promoted"},
        {"4k3/8/8/8/8/8/8/K3P3 w - - 0 1", PositionError::pawn_on_back_rank, "fen: white pawn on e1"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", PositionError::castling_impossible, "fen: castling right"},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", PositionError::opponent_in_check, "fen: black is in check"},
    });
}

TEST(Fen, SetupsNeedNotObeyTheRules) {
    for (const char* text : {"8/8/8/8/8/8/8/8 w - - 0 1", "KKKKKKKK/8/8/8/8/8/8/pppppppp b KQkq a8 0 1",
                             "4k3/8/8/8/8/8/4R3/4K3 w KQkq e4 0 1"}) {
        const auto setup = parse_setup(text);
        ASSERT_TRUE(setup) << setup.error().message;
        EXPECT_EQ(to_fen(*setup), text);
    }
}

TEST(Fen, WritesBackAll960StartPositionsInBothStyles) {
    std::set<std::string> ranks;
    for (unsigned number = 0; number < chess960_count; ++number) {
        ranks.insert(test_support::chess960_back_rank(number));
        for (const auto style : {CastlingStyle::x_fen, CastlingStyle::shredder}) {
            const std::string text = chess960_start(number, style);
            expect_written_back(text, Variant::chess960);
            EXPECT_EQ(parse_fen(text, Variant::chess960)->castling_style(), style) << text;
        }
    }
    EXPECT_EQ(ranks.size(), chess960_count);
    EXPECT_EQ(chess960_start(518, CastlingStyle::x_fen), start_fen);
}

TEST(Fen, WritesBackEveryPositionOfRandomGames) {
    test_support::for_each_random_move({.seed = 3, .games = 40}, [](const Board& board, Move) {
        const auto again = parse_fen(to_fen(board));
        ASSERT_TRUE(again) << to_fen(board) << " -> " << again.error().message;
        EXPECT_EQ(*again, board) << to_fen(board);
    });
}

TEST(Fen, WritesBackEveryPositionOfRandomChess960Games) {
    const test_support::RandomGames games{.seed = 4, .games = 40, .variant = Variant::chess960};
    test_support::for_each_random_move(games, [](const Board& board, Move) {
        for (const auto style : {CastlingStyle::x_fen, CastlingStyle::shredder}) {
            auto setup = board.to_setup();
            setup.castling_style = style;
            auto again = parse_setup(to_fen(setup), Variant::chess960);
            ASSERT_TRUE(again) << to_fen(setup) << " -> " << again.error().message;
            EXPECT_EQ(to_fen(*again), to_fen(setup));
            again->castling_style = style;  // without rights, the text does not show the style
            EXPECT_EQ(*again, setup) << to_fen(setup);
        }
    });
}

TEST(Fen, WritesBackTheSharedPositions) {
    const auto positions = test_support::shared_positions();
    if (positions.empty()) GTEST_SKIP() << "no ../shared/perft";
    for (const auto& [fen, variant] : positions) expect_written_back(fen, variant);
}

/// The FEN that a text is read as, and the remark.
std::pair<std::string, std::string> read_as(std::string_view text) {
    const auto read = read_fen(text);
    if (!read) return {"", read.error().message};
    return {to_fen(read->board), read->remark};
}

TEST(ReadFen, TakesBlanksAndMissingFieldsAsTheyAre) {
    const std::pair<std::string, std::string> bare{"8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", ""};
    for (const char* text : {"8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", "  8/8/8/8/8/3k4/8/K1Q5   w -\t- 0  1 \r\n",
                             "8/8/8/8/8/3k4/8/K1Q5 w", "8/8/8/8/8/3k4/8/K1Q5 w -",
                             "8/8/8/8/8/3k4/8/K1Q5 w - -", "8/8/8/8/8/3k4/8/K1Q5 w - - 0"}) {
        EXPECT_EQ(read_as(text), bare) << text;
    }
}

TEST(ReadFen, MakesOddFieldsRightAndSaysSo) {
    using Read = std::pair<std::string, std::string>;
    EXPECT_EQ(read_as("r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1"),
              Read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling rights kqKQ read as KQkq"));
    EXPECT_EQ(read_as("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"),
              Read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling rights KQkq made K"));
    EXPECT_EQ(read_as("4k3/8/8/8/8/8/8/2K5 w KQkq - 0 1"),
              Read("4k3/8/8/8/8/8/8/2K5 w - - 0 1", "castling rights KQkq made -"));
    EXPECT_EQ(read_as("4k3/8/8/8/8/8/8/4K3 w - e3 0 1"),
              Read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "en passant square e3 left out"));
    EXPECT_EQ(read_as("4k3/8/8/8/8/8/8/4K3 w - - 0 0").first, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(ReadFen, RefusesWhatNobodyCanMakeRight) {
    for (const char* text :
         {"", "nonsense", "8/8/8/8/8/3k4/8/K1Q5", "8/8/8/8/8/3k4/8/K1Q5 x", "8/8/8/8/8/3k4/8/K1Q5 w xyz",
          "8/8/8/8/8/3k4/8/K1Q5 w - z9", "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1 2", "8/8/8/8/8/8/4k3/4K3 w",
          "8/8/8/8/8/3k4/8/K1Q5 w - - -1 1"}) {
        EXPECT_EQ(read_as(text).first, "") << text;
        EXPECT_EQ(read_as(text).second.find("fen: "), 0U) << text;
    }
}

}  // namespace
}  // namespace philidor
