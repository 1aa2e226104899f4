#include "philidor/pgn/detail/san_finder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using detail::find_san;
using test_support::board_of;

/// All texts that could be moves to some square, legal or not.
std::vector<std::string> possible_texts() {
    std::vector<std::string> texts{"O-O", "O-O-O"};
    for (const char* piece : {"", "N", "B", "R", "Q", "K"}) {
        for (const char* origin : {"", "a", "c", "e", "h", "1", "4", "7", "c5", "x", "dx", "6x"}) {
            for (unsigned index = 0; index < square_count; ++index) {
                const std::string target = to_string(square_at(index));
                for (const char* promotion : {"", "=Q", "N"})
                    texts.push_back(piece + std::string(origin) + target + promotion);
            }
        }
    }
    return texts;
}

/// What the fast finder finds, the slow one finds too; and the usual way to write a legal move is found.
void compare_with_slow_twin(const Board& board, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        if (const Move found = find_san(board, text); found != Move()) {
            const auto move = parse_san(board, text);
            ASSERT_TRUE(move) << text << " in " << to_fen(board);
            ASSERT_EQ(*move, found) << text << " in " << to_fen(board);
        }
    }
    for (const Move move : legal_moves(board)) {
        const Move found = find_san(board, to_san(board, move));
        const bool is_left_out = move.flag() == MoveFlag::en_passant ||
                                 (move.is_castle() && board.castling_style() != CastlingStyle::standard);
        if (is_left_out) {
            ASSERT_EQ(found, Move());
        } else {
            ASSERT_EQ(found, move) << to_san(board, move) << " in " << to_fen(board);
        }
    }
}

TEST(SanFinder, AgreesWithItsSlowTwinInRandomGames) {
    const std::vector<std::string> texts = possible_texts();
    std::mt19937_64 random(20250101);
    for (int game = 0; game < 12; ++game) {
        Board board;
        for (int ply = 0; ply < 150; ++ply) {
            const MoveList moves = legal_moves(board);
            if (moves.empty()) break;
            compare_with_slow_twin(board, texts);
            if (HasFatalFailure()) return;
            board.play(moves[random() % moves.size()]);
        }
    }
}

TEST(SanFinder, AgreesWithItsSlowTwinInChecksAndPins) {
    const std::vector<std::string> texts = possible_texts();
    for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
                            "4k3/8/8/8/1b2r3/8/3PN3/R3K2R w KQ - 0 1", "4k3/P7/8/8/8/8/7p/4K1N1 b - - 0 1",
                            "3r1k2/8/8/8/8/8/8/R3K2R w KQ - 0 1"}) {
        compare_with_slow_twin(board_of(fen), texts);
    }
}

TEST(SanFinder, FindsNothingInOtherTexts) {
    const Board board;
    for (const char* text : {"", "+", "N", "Nf", "f3f", "e", "e44", "Nf9", "Ni3", "e4=Q", "=Q", "O-O-O-O",
                             "P", "xe4", "1e4", "e9", "--", "Ne4", "e5"}) {
        EXPECT_EQ(find_san(board, text), Move()) << text;
    }
    EXPECT_NE(find_san(board, "Nf3!?"), Move());
    EXPECT_NE(find_san(board, "e4+"), Move());
}

}  // namespace
}  // namespace philidor
