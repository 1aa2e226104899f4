#include "philidor/builder/retrograde_solver.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/builder/test_support/solved_closure.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::first_difference;
using test_support::key_of;
using test_support::SolvedClosure;

/// The value of a position of any key, from tables that are all there.
Wdl value_of(SolvedClosure& tables, const std::string& fen) {
    const Board board = board_of(fen);
    const auto [key, symmetry] = canonicalize(MaterialKey::from_board(board));
    const WdlBounds value = tables.table_of(key).value_of(symmetry(board)).value();
    EXPECT_TRUE(value.is_exact()) << fen;
    return value.worst;
}

TEST(RetrogradeSolver, KnowsWhatEveryBeginnerKnows) {
    SolvedClosure tables;
    EXPECT_EQ(value_of(tables, "8/8/8/4k3/8/8/8/4K3 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(value_of(tables, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), Wdl::win);
    EXPECT_EQ(value_of(tables, "8/8/8/4k3/8/8/8/R3K3 b - - 0 1"), Wdl::loss);
    EXPECT_EQ(value_of(tables, "8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), Wdl::draw);  // the rook is lost
    EXPECT_EQ(value_of(tables, "R6k/8/6K1/8/8/8/8/8 b - - 0 1"), Wdl::loss);   // mate
    EXPECT_EQ(value_of(tables, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Wdl::draw);  // stalemate
    EXPECT_EQ(value_of(tables, "8/8/8/4k3/8/8/8/1B2K3 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(value_of(tables, "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), Wdl::win);
    EXPECT_EQ(value_of(tables, "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Wdl::loss);
    EXPECT_EQ(value_of(tables, "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(value_of(tables, "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"), Wdl::loss);
    EXPECT_EQ(value_of(tables, "8/8/8/8/4p3/4k3/8/4K3 b - - 0 1"), Wdl::win);  // the same, with Black's pawn
}

TEST(RetrogradeSolver, KnowsReti) {
    SolvedClosure tables;
    EXPECT_EQ(value_of(tables, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(value_of(tables, "7K/8/k1P5/7p/8/8/8/8 b - - 0 1"), Wdl::win);
}

TEST(RetrogradeSolver, KnowsSaavedra) {
    SolvedClosure tables;
    EXPECT_EQ(value_of(tables, "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), Wdl::win);  // c8 = rook
}

TEST(RetrogradeSolver, SaysNothingAboutIllegalPositions) {
    SolvedClosure tables;
    const Table& table = tables.table_of("Ke7vK");
    const auto& wins = table.wins(Certainty::proved, 0, Color::white).wins;
    for (const Color winner : all_colors) EXPECT_TRUE(wins[winner].has(Square::a1, Square::b2));
}

TEST(RetrogradeSolver, ProvesNothingButMatesWithoutItsChildren) {
    const Table table = solve(key_of("KRvK"), test_support::find_nothing);
    EXPECT_FALSE(table.is_exact());
    const auto value = [&](const std::string& fen) { return table.value_of(board_of(fen)).value(); };
    EXPECT_EQ(value("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), WdlBounds::exactly(Wdl::loss));
    // Black may take the rook, and who knows what KvK is worth.
    EXPECT_EQ(value("8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), WdlBounds{});
    // Black may take the rook sooner or later only if White lets it happen.
    EXPECT_EQ(value("8/8/8/4k3/8/8/8/R3K3 w - - 0 1").worst, Wdl::win);
}

TEST(RetrogradeSolver, KeepsBoundsThatContainTheTruth) {
    SolvedClosure all;
    std::mt19937_64 random(1);
    for (const std::string text : {"Kb6c2vKb7", "KQvKa2", "Ka5b5vKa6", "KRvKb6"}) {
        const Table& truth = all.table_of(key_of(text));
        const PositionIndexer indexer = PositionIndexer::make(truth.key()).value();
        for (int trial = 0; trial < 5; ++trial) {
            const std::uint64_t salt = random();
            const Table table = solve(truth.key(), [&](const CanonicalKey& key) -> const Table* {
                return (key.material().hash() ^ salt) % 3 == 0 ? nullptr : all.find(key);
            });
            for (std::uint64_t number = 0; number < indexer.size(); number += 7) {
                const auto board = indexer.board_at(position_index_at(number));
                if (!board) continue;
                const auto bounds = table.value_of(*board).value();
                const auto value = truth.value_of(*board).value();
                ASSERT_TRUE(bounds.worst <= value.worst && value.best <= bounds.best) << to_fen(*board);
            }
        }
    }
}

TEST(RetrogradeSolver, IsTheSameOnFourThreads) {
    SolvedClosure tables;
    for (const std::string text : {"KQvKR", "KRRvK"}) {
        const Table& table = tables.table_of(text);
        const auto difference = first_difference(table, solve(table.key(), tables.lookup(), 4));
        EXPECT_FALSE(difference) << *difference;
    }
}

TEST(RetrogradeSolver, IsTheSameOnFourThreadsWithBounds) {
    const CanonicalKey key = key_of("KQRa4vKa5");
    const auto difference =
        first_difference(solve(key, test_support::find_nothing), solve(key, test_support::find_nothing, 4));
    EXPECT_FALSE(difference) << *difference;
}

}  // namespace
}  // namespace philidor
