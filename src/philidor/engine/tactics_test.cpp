// Positions with one well-known best move, and the depth at which the search finds it: a test of whether all
// its parts work together. Most are from Reinfeld's "Win at Chess" and the Bratko-Kopec test.

#include <array>
#include <cstddef>
#include <string_view>

#include <gtest/gtest.h>

#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/engine/engine.hpp"

namespace philidor {
namespace {

using test_support::board_of;

struct Task {
    std::string_view fen;
    std::string_view move;
    int depth;
    int mate = 0;  ///< in this many moves, if it is one
};

constexpr std::array tasks{
    Task{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6", 12, 2},
    Task{"5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", "e3g3", 4},
    Task{"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 4, 2},
    Task{"5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1", "c6c4", 4, 2},
    Task{"7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1", "b6b7", 9},
    Task{"rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1", "g4e3", 4},
    Task{"r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1", "e7f7", 5},
    Task{"3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1", "d6h2", 6, 5},
    Task{"2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1", "h4h7", 4},
    Task{"r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1", "f3c6", 4},
    Task{"4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1", "g4f3", 4, 2},
    Task{"5rk1/pp4p1/2n1p2p/2Npq3/2p5/6P1/P3P1BP/R4Q1K w - - 0 1", "f1f8", 4},
    Task{"r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - - 0 1", "h3h7", 9, 4},
    Task{"1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - - 0 1", "b8b7", 4},
    Task{"r4rk1/ppp2ppp/2n5/2bqp3/8/P2PB3/1PP1NPPP/R2Q1RK1 w - - 0 1", "e2c3", 4},
    Task{"1k5r/pppbn1pp/4q1r1/1P3p2/2NPp3/1QP5/P4PPP/R1B1R1K1 w - - 0 1", "c4e5", 4},
    Task{"R7/P4k2/8/8/8/8/r7/6K1 w - - 0 1", "a8h8", 9},
    Task{"r1b2rk1/ppbn1ppp/4p3/1QP4q/3P4/N4N2/5PPP/R1B2RK1 w - - 0 1", "c5c6", 7},
    Task{"r2qkb1r/1ppb1ppp/p7/4p3/P1Q1P3/2P5/5PPP/R1B2KNR b kq - 0 1", "d7b5", 4},
    Task{"6k1/p4p1p/1p3np1/2q5/4p3/4P1N1/PP3PPP/3Q2K1 w - - 0 1", "d1d8", 4},
    Task{"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "d6d1", 4, 3},
    Task{"r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1", "d7f5", 4},
    Task{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 4, 2},
    Task{"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 4, 2},
    Task{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "h5f7", 4, 1},
    Task{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 1", "d8h4", 4, 1},
    Task{"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "c6c7", 4},
    Task{"4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", "b3b8", 4, 2},
    Task{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 4, 1},
    Task{"7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "h8g7", 4},
    Task{"3r2k1/p2r1p1p/1p2p1p1/q4n2/3P4/PQ5P/1P1RNPP1/3R2K1 b - - 0 1", "f5d4", 12},
    Task{"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "a1b1", 27},
};

TEST(Tactics, AreSolvedAtTheirDepths) {
    Engine engine({.memory_bytes = std::size_t{16} << 20U});
    for (const Task& task : tasks) {
        engine.forget();
        AnalyzeRequest request;
        request.game = Game(board_of(task.fen));
        request.limits.depth = task.depth;
        const BestMove best = engine.analyze(request);
        EXPECT_EQ(to_uci(request.game.board(), *best.move), task.move) << task.fen;
        if (task.mate != 0) {
            EXPECT_EQ(best.value.mate_moves(), task.mate) << task.fen;
        }
    }
}

}  // namespace
}  // namespace philidor
