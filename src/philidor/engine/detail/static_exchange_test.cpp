#include "philidor/engine/detail/static_exchange.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

#include "philidor/chess/detail/slow_attacks.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/engine/detail/piece_values.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::for_each_random_move;
using test_support::move_of;

/// The slow counterpart: men on a plain board capture on one square in turn, and recursion tries every
/// choice.
class Exchange {
  public:
    Exchange(const Board& board, Move move) : target_(move.to()), side_(!board.side_to_move()) {
        for (const Square square : Bitboard::all()) squares_[square] = board.piece_on(square);
        const Piece moving = squares_[move.from()];
        squares_[move.from()] = Piece::none;
        if (move.flag() == MoveFlag::en_passant)
            squares_[make_square(file_of(move.to()), rank_of(move.from()))] = Piece::none;
        squares_[target_] = move.is_promotion() ? make_piece(color_of(moving), move.promotion()) : moving;
    }

    /// The most that the side to move can gain on the square; it need not capture.
    [[nodiscard]] int best() {
        const auto from = least_attacker(side_);
        if (!from) return 0;
        const bool is_king = type_of(squares_[*from]) == PieceType::king;
        if (is_king && least_attacker(!side_)) return 0;
        const Piece taken = squares_[target_];
        const Piece taker = squares_[*from];
        squares_[target_] = taker;
        squares_[*from] = Piece::none;
        side_ = !side_;
        const int gain = exchange_values[type_of(taken)] - best();
        side_ = !side_;
        squares_[*from] = taker;
        squares_[target_] = taken;
        return std::max(gain, 0);
    }

  private:
    [[nodiscard]] Bitboard occupied() const {
        Bitboard set;
        for (const Square square : Bitboard::all()) {
            if (squares_[square] != Piece::none) set.add(square);
        }
        return set;
    }

    [[nodiscard]] std::optional<Square> least_attacker(Color color) const {
        std::optional<Square> least;
        for (const Square square : occupied()) {
            const Piece piece = squares_[square];
            if (square == target_ || color_of(piece) != color) continue;
            if (!attacks_of(piece, square, occupied()).has(target_)) continue;
            if (!least || type_of(piece) < type_of(squares_[*least])) least = square;
        }
        return least;
    }

    BySquare<Piece> squares_;
    Square target_;
    Color side_;
};

/// The value of the men of a side, minus those of the other side.
int balance_of(const Board& board, Color side) {
    int balance = 0;
    for (const Square square : board.occupied()) {
        const Piece piece = board.piece_on(square);
        balance += (color_of(piece) == side ? 1 : -1) * exchange_values[type_of(piece)];
    }
    return balance;
}

int naive_gain(const Board& board, Move move) {
    const Color us = board.side_to_move();
    return balance_of(board.after(move), us) - balance_of(board, us) - Exchange(board, move).best();
}

int gain_of(std::string_view fen, std::string_view move) {
    const Board board = board_of(fen);
    return exchange_gain(board, move_of(board, move));
}

TEST(StaticExchange, AgreesWithTheSlowTwin) {
    for_each_random_move({.seed = 7, .games = 8, .plies = 120}, [](const Board& board, Move /*move*/) {
        for (const Move move : legal_moves(board)) {
            if (move.is_castle()) continue;
            ASSERT_EQ(exchange_gain(board, move), naive_gain(board, move))
                << to_fen(board) << ' ' << to_string(move.from()) << to_string(move.to());
        }
    });
}

TEST(StaticExchange, CountsWhatStandsBehind) {
    EXPECT_EQ(gain_of("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100) << "undefended";
    EXPECT_EQ(gain_of("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), -225);
    EXPECT_EQ(gain_of("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -300) << "a pawn takes back first";
}

TEST(StaticExchange, KnowsEnPassantPromotionAndCastling) {
    EXPECT_EQ(gain_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
    EXPECT_EQ(gain_of("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), 875);
    EXPECT_EQ(gain_of("5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q"), -100);
    EXPECT_EQ(gain_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
}

TEST(StaticExchange, DoesNotLetAKingTakeWhatIsDefended) {
    EXPECT_EQ(gain_of("4k3/3r4/8/8/8/8/3R4/3K4 b - - 0 1", "d7d2"), 0);
    EXPECT_EQ(gain_of("3rk3/3r4/8/8/8/8/3R4/3K4 b - - 0 1", "d7d2"), 500);
}

}  // namespace
}  // namespace philidor
