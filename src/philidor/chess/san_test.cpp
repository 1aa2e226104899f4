#include <initializer_list>
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
using test_support::move_of;

/// The SAN of the move with this UCI name.
std::string san_of(const std::string& fen, const std::string& uci) {
    const Board board = board_of(fen);
    return to_san(board, move_of(board, uci));
}

/// Each of the texts must mean the move with this UCI name.
void expect_all_mean(const Board& board, const std::string& uci, std::initializer_list<const char*> texts) {
    for (const char* text : texts) {
        const auto move = parse_san(board, text);
        ASSERT_TRUE(move) << move.error().message;
        EXPECT_EQ(*move, move_of(board, uci)) << text;
    }
}

void expect_refused(const Board& board, const std::string& text, MoveError kind, const std::string& message) {
    const auto move = parse_san(board, text);
    ASSERT_FALSE(move) << text;
    EXPECT_EQ(move.error().kind, kind) << move.error().message;
    EXPECT_EQ(move.error().message, message);
}

void expect_illegal(const Board& board, std::initializer_list<const char*> texts) {
    for (const char* text : texts) {
        expect_refused(board, text, MoveError::illegal,
                       "san: \"" + std::string(text) + "\" is not legal here");
    }
}

TEST(San, WritesPawnMoves) {
    EXPECT_EQ(san_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"), "e4");
    EXPECT_EQ(san_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
    EXPECT_EQ(san_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
    EXPECT_EQ(san_of("8/4P3/8/8/8/8/k7/2K5 w - - 0 1", "e7e8n"), "e8=N");
    EXPECT_EQ(san_of("3r4/4P3/8/8/8/8/k7/2K5 w - - 0 1", "e7d8q"), "exd8=Q");
}

TEST(San, WritesCastling) {
    EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O");
    EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
    EXPECT_EQ(san_of("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O+");
}

TEST(San, WritesCheckAndMate) {
    EXPECT_EQ(san_of("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8+");
    EXPECT_EQ(san_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8"), "Ra8#");
    EXPECT_EQ(san_of("7k/8/6K1/8/8/2R5/8/B7 w - - 0 1", "c3c2"), "Rc2+");  // the bishop gives check
}

TEST(San, WritesNoMoreOfTheOriginThanNeeded) {
    const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    EXPECT_EQ(san_of(knights, "b1d2"), "Nbd2");
    EXPECT_EQ(san_of(knights, "f3d2"), "Nfd2");
    EXPECT_EQ(san_of(knights, "b1c3"), "Nc3");
    const std::string rooks_on_a_file = "4k3/R7/8/8/8/8/8/R5K1 w - - 0 1";
    EXPECT_EQ(san_of(rooks_on_a_file, "a1a4"), "R1a4");
    EXPECT_EQ(san_of(rooks_on_a_file, "a7a4"), "R7a4");
    const std::string three_queens = "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1";
    EXPECT_EQ(san_of(three_queens, "h4e4"), "Qh4e4");
    EXPECT_EQ(san_of(three_queens, "a4e4"), "Qae4");
    EXPECT_EQ(san_of(three_queens, "h1e4"), "Q1e4");
}

TEST(San, PinnedPiecesNeedNotBeToldApart) {
    EXPECT_EQ(san_of("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
}

TEST(San, ReadsWhatTheStandardSays) {
    expect_all_mean(Board(), "e2e4", {"e4"});
    expect_all_mean(Board(), "g1f3", {"Nf3"});
    const Board castling = board_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    expect_all_mean(castling, "e1g1", {"O-O"});
    expect_all_mean(castling, "e1c1", {"O-O-O"});
}

TEST(San, ForgivesHabitsOfWriting) {
    expect_all_mean(Board(), "e2e4",
                    {"e4!", "e4?!", "e4??", "e4+", "e4#", "e2e4", "e2-e4", "ee4", "xe4", "exe4", "2e4"});
    expect_all_mean(Board(), "g1f3", {"Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "Nxf3", "Ngxf3", "Nf3+!?"});
    const Board castling = board_of("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    expect_all_mean(castling, "e1g1", {"0-0", "O-O", "O-O+", "0-0#!"});
    expect_all_mean(castling, "e1c1", {"0-0-0", "O-O-O?"});
    const Board captures = board_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    expect_all_mean(captures, "e4d5", {"exd5", "ed5", "xd5", "e4xd5", "e4d5", "e4-d5", "ed5!"});
}

TEST(San, ReadsPromotionsHoweverWritten) {
    const Board board = board_of("3r4/4P3/8/8/8/8/k7/2K5 w - - 0 1");
    expect_all_mean(board, "e7e8q", {"e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e8(q)", "e7e8Q+", "e7-e8=Q!"});
    expect_all_mean(board, "e7d8b", {"exd8=B", "ed8B", "exd8b", "ed8=b", "e7xd8(B)"});
}

TEST(San, ReadsEnPassant) {
    const Board board = board_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    expect_all_mean(board, "e5d6", {"exd6", "exd6e.p.", "exd6 e.p.", "ed6 e.p.!", "exd6+ e.p.", "xd6"});
    expect_illegal(board, {"e6 e.p."});
    expect_illegal(board_of("4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1"), {"exd6 e.p."});
}

TEST(San, IsExactAboutMeaning) {
    expect_illegal(
        Board(), {"e5", "Nf4", "Nd2", "Ne2", "O-O", "0-0-0", "e4=Q", "e3e4", "Nb1f3", "g1f3", "Ke2", "Bf3"});
    const Board captures = board_of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    expect_illegal(captures, {"d5", "dxd5", "cxd5"});  // d5 alone is a push
    const Board castling = board_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    expect_illegal(castling, {"Kg1", "Ke1g1", "Ke1-c1"});
    const Board bishop_or_pawn = board_of("4k3/8/8/2n5/1P6/B7/8/4K3 w - - 0 1");
    expect_all_mean(bishop_or_pawn, "b4c5", {"bxc5", "bc5"});
    expect_illegal(bishop_or_pawn, {"Bxc5"});  // its own pawn is in the way
}

TEST(San, TellsChess960CastlingFromAStepOfTheKing) {
    const Board board = board_of("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", Variant::chess960);
    EXPECT_EQ(*parse_san(board, "Kg1"), Move(Square::f1, Square::g1, MoveFlag::quiet));
    EXPECT_EQ(*parse_san(board, "O-O"), Move(Square::f1, Square::g1, MoveFlag::king_castle));
}

TEST(San, NamesTheCandidatesOfAnAmbiguousText) {
    const Board knights = board_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    expect_refused(knights, "Nd2", MoveError::ambiguous, "san: \"Nd2\" is ambiguous: Nbd2, Nfd2");
    const Board pawns = board_of("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    expect_refused(pawns, "xd5", MoveError::ambiguous, "san: \"xd5\" is ambiguous: cxd5, exd5");
}

TEST(San, AsksForTheMissingPromotion) {
    const Board board = board_of("3r4/4P3/8/8/8/8/k7/2K5 w - - 0 1");
    expect_refused(board, "e8", MoveError::promotion_missing, "san: \"e8\" needs a promotion letter");
    expect_refused(board, "exd8+", MoveError::promotion_missing, "san: \"exd8+\" needs a promotion letter");
}

TEST(San, RefusesEmptyTextAndNullMoves) {
    expect_refused(Board(), "", MoveError::empty, "san: the text of the move is empty");
    expect_refused(Board(), "--", MoveError::null_move, "san: null moves are not allowed: \"--\"");
    expect_refused(Board(), "Z0", MoveError::null_move, "san: null moves are not allowed: \"Z0\"");
}

TEST(San, RefusesWhatHasNotTheFormOfAMove) {
    for (const char* text :
         {"nf3",     "kd2",    "bd2x",  "Pe4",  "e",    "N",    "x",    "4",      "e9",
          "i4",      "Nf",     "e8=K",  "e8=",  "e8=P", "e8(Q", "e8Q)", "e8=(Q)", "Nf3=Q",
          "Ng1g1f3", "e2--e4", "exxd5", "-e4",  "N-f3", "g-f3", "O-0",  "o-o",    "OO",
          "O-O-O-O", "e4 ",    " e4",   "e4 !", "+",    "!?",   "e.p.", "e4 ep",  "1e2e4"}) {
        expect_refused(Board(), text, MoveError::malformed,
                       "san: \"" + std::string(text) + "\" does not have the form of a move");
    }
    expect_refused(Board(), "N\xC3\xBC", MoveError::malformed,
                   "san: \"N\\xC3\\xBC\" does not have the form of a move");
}

void expect_every_move_read_back(const Board& board) {
    std::set<std::string> texts;
    const MoveList moves = legal_moves(board);
    for (const Move move : moves) {
        const std::string text = to_san(board, move);
        texts.insert(text);
        const auto read = parse_san(board, text);
        ASSERT_TRUE(read) << to_fen(board) << ": " << read.error().message;
        EXPECT_EQ(*read, move) << to_fen(board) << ": " << text;
    }
    EXPECT_EQ(texts.size(), moves.size()) << to_fen(board);
}

TEST(San, ReadsBackEveryMoveOfRandomGames) {
    for (const auto& games : test_support::some_random_games) {
        test_support::for_each_random_move(
            games, [](const Board& board, Move) { expect_every_move_read_back(board); });
    }
}

TEST(San, ReadsBackEveryMoveOfTheSharedPositions) {
    const auto positions = test_support::shared_positions();
    if (positions.empty()) GTEST_SKIP() << "no ../shared/perft";
    for (const auto& [fen, variant] : positions) expect_every_move_read_back(board_of(fen, variant));
}

}  // namespace
}  // namespace philidor
