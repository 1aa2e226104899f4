#include "philidor/pawns/detail/pawn_hash.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;

TEST(PawnHash, CountsProbesAndHits) {
    PawnHash hash;
    EXPECT_EQ(hash.statistics().hit_rate(), 0);
    const Board board = board_of("4k3/8/5p1p/8/8/P7/P7/4K3 w - - 0 1");
    (void)hash.probe(board);
    EXPECT_EQ(hash.statistics().hits, 0U);
    (void)hash.probe(board_of("8/4k3/5p1p/8/8/P7/P7/3K4 b - - 0 1"));  // the same pawns
    EXPECT_EQ(hash.statistics().probes, 2U);
    EXPECT_EQ(hash.statistics().hits, 1U);
    EXPECT_EQ(hash.statistics().hit_rate(), 0.5);
}

TEST(PawnHash, HandsOutThePassedPawns) {
    PawnHash hash;
    const StructureScore& found = hash.probe(board_of("4k3/8/5p1p/8/8/P7/P7/4K3 w - - 0 1"));
    EXPECT_EQ(found.passed[Color::white], Bitboard(Square::a3));
    EXPECT_EQ(found.passed[Color::black], Bitboard(Square::f6) | Bitboard(Square::h6));
}

TEST(PawnHash, KnowsThatNoPawnsAreWorthNothing) {
    PawnHash hash(starting_pawn_weights, 1);
    const Board bare = board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const Board other = board_of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    EXPECT_EQ(hash.probe(bare).score, score_structure({}, starting_pawn_weights).score);
    EXPECT_NE(hash.probe(other).score, Score());
    EXPECT_EQ(hash.probe(bare).score, Score());
}

TEST(PawnHash, IsRightAllAlongRandomGamesHoweverSmall) {
    for (const std::size_t entries : {1U, 64U, 16'384U}) {
        PawnHash hash(starting_pawn_weights, entries);
        for (const auto& games : test_support::some_random_games) {
            for_each_random_move(games, [&](const Board& board, Move) {
                ASSERT_EQ(hash.evaluate(board), evaluate_pawns(board, starting_pawn_weights));
            });
        }
        EXPECT_GT(hash.statistics().hit_rate(), 0.3);
    }
}

}  // namespace
}  // namespace philidor
