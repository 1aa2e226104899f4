#include <set>
#include <string>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/chess/test_support/shared_positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;

void expect_move(const Board& board, const std::string& text, Move expected) {
    const auto move = parse_uci(board, text);
    ASSERT_TRUE(move) << move.error().message;
    EXPECT_EQ(*move, expected) << text;
}

void expect_refused(const Board& board, const std::string& text, MoveError kind, const std::string& message) {
    const auto move = parse_uci(board, text);
    ASSERT_FALSE(move) << text;
    EXPECT_EQ(move.error().kind, kind) << move.error().message;
    EXPECT_EQ(move.error().message, message);
}

void expect_every_move_read_back(const Board& board) {
    std::set<std::string> texts;
    const MoveList moves = legal_moves(board);
    for (const Move move : moves) {
        const std::string text = to_uci(board, move);
        texts.insert(text);
        const auto read = parse_uci(board, text);
        ASSERT_TRUE(read) << to_fen(board) << ": " << read.error().message;
        EXPECT_EQ(*read, move) << to_fen(board) << ": " << text;
    }
    EXPECT_EQ(texts.size(), moves.size()) << to_fen(board);
}

TEST(UciMove, ReadsAndWritesPlainMoves) {
    expect_move(Board(), "e2e4", Move(Square::e2, Square::e4, MoveFlag::double_push));
    expect_move(Board(), "g1f3", Move(Square::g1, Square::f3, MoveFlag::quiet));
    EXPECT_EQ(to_uci(Board(), Move(Square::e2, Square::e4, MoveFlag::double_push)), "e2e4");
}

TEST(UciMove, ReadsAndWritesPromotionsInLowerCase) {
    const Board board = board_of("3r4/4P3/8/8/8/8/8/k1K5 w - - 0 1");
    expect_move(board, "e7e8q", Move(Square::e7, Square::e8, MoveFlag::queen_promotion));
    expect_move(board, "e7d8n", Move(Square::e7, Square::d8, MoveFlag::knight_capture_promotion));
    EXPECT_EQ(to_uci(board, Move(Square::e7, Square::d8, MoveFlag::rook_capture_promotion)), "e7d8r");
}

TEST(UciMove, WritesStandardCastlingAsTheKingGoes) {
    const Board board = board_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const Move castling(Square::e1, Square::g1, MoveFlag::king_castle);
    EXPECT_EQ(to_uci(board, castling), "e1g1");
    expect_move(board, "e1g1", castling);
    expect_move(board, "e1c1", Move(Square::e1, Square::c1, MoveFlag::queen_castle));
    expect_refused(board, "e1h1", MoveError::illegal, "uci: e1h1 is not legal here");
}

TEST(UciMove, WritesChess960CastlingAsKingTakesRook) {
    const Board board = board_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Variant::chess960);
    const Move castling(Square::e1, Square::g1, MoveFlag::king_castle);
    EXPECT_EQ(to_uci(board, castling), "e1h1");
    expect_move(board, "e1h1", castling);
    expect_move(board, "e1g1", castling);
}

TEST(UciMove, TellsChess960CastlingFromAStepOfTheKing) {
    const Board board = board_of("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", Variant::chess960);
    expect_move(board, "f1g1", Move(Square::f1, Square::g1, MoveFlag::quiet));
    expect_move(board, "f1h1", Move(Square::f1, Square::g1, MoveFlag::king_castle));
    expect_move(board, "f1a1", Move(Square::f1, Square::c1, MoveFlag::queen_castle));
}

TEST(UciMove, CastlesWithoutAStepOfTheKing) {
    const Board board = board_of("4k3/8/8/8/8/8/8/6KR w H - 0 1", Variant::chess960);
    const Move castling(Square::g1, Square::g1, MoveFlag::king_castle);
    EXPECT_EQ(to_uci(board, castling), "g1h1");
    expect_move(board, "g1h1", castling);
}

TEST(UciMove, RefusesEachFaultByItsKind) {
    expect_refused(Board(), "", MoveError::empty, "uci: the text of the move is empty");
    expect_refused(Board(), "0000", MoveError::null_move, "uci: null moves are not allowed: \"0000\"");
    expect_refused(Board(), "e2e5", MoveError::illegal, "uci: e2e5 is not legal here");
    expect_refused(Board(), "e7e5", MoveError::illegal, "uci: e7e5 is not legal here");
    expect_refused(Board(), "e4e5", MoveError::illegal, "uci: e4e5 is not legal here");
    expect_refused(Board(), "e2e4q", MoveError::illegal, "uci: e2e4q is not legal here");
    const Board board = board_of("8/4P3/8/8/8/8/8/k1K5 w - - 0 1");
    expect_refused(board, "e7e8", MoveError::promotion_missing, "uci: \"e7e8\" needs a promotion letter");
}

TEST(UciMove, RefusesWhatHasNotTheFormOfAMove) {
    for (const char* text : {"e2", "e2e", "e2e4e", "e2-e4", "E2E4", "e2i4", "e2e9", "e7e8Q", "e7e8k", "e7e8p",
                             "e2e4 ", " e2e4", "e2e4qq", "O-O", "00000"}) {
        expect_refused(Board(), text, MoveError::malformed,
                       "uci: \"" + std::string(text) + "\" is not of the form e2e4 or e7e8q");
    }
    expect_refused(Board(), "e2e\n", MoveError::malformed,
                   "uci: \"e2e\\x0A\" is not of the form e2e4 or e7e8q");
}

TEST(UciMove, ReadsBackEveryMoveOfRandomGames) {
    for (const auto& games : test_support::some_random_games) {
        test_support::for_each_random_move(
            games, [](const Board& board, Move) { expect_every_move_read_back(board); });
    }
}

TEST(UciMove, ReadsBackEveryMoveOfTheSharedPositions) {
    const auto positions = test_support::shared_positions();
    if (positions.empty()) GTEST_SKIP() << "no ../shared/perft";
    for (const auto& [fen, variant] : positions) expect_every_move_read_back(board_of(fen, variant));
}

}  // namespace
}  // namespace philidor
