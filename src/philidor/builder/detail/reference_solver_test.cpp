#include "philidor/builder/test_support/reference_solver.hpp"

#include <string>

#include <gtest/gtest.h>

#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/test_support/key_of.hpp"

// What it is for, the comparison with the tile solver, stands in tests/tables.

namespace philidor {
namespace {

using test_support::board_of;
using test_support::find_nothing;
using test_support::reference_solve;
using test_support::table_key_of;

/// Tables by the reference solver alone.
class ReferenceTables {
  public:
    [[nodiscard]] Wdl value_of(const std::string& fen) {
        const Board board = board_of(fen);
        const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
        const KeyGraph closure = KeyGraph::closure_of(key);
        for (const TableKey& child : closure.keys()) {
            if (tables_.contains(child)) continue;
            tables_.emplace(child, std::make_unique<Table>(reference_solve(child, lookup())));
        }
        const WdlBounds value = tables_.at(key)->value_of(symmetry(board)).value();
        EXPECT_TRUE(value.is_exact()) << fen;
        return value.worst;
    }

  private:
    [[nodiscard]] TableLookup lookup() const {
        return [this](const TableKey& key) -> const Table* {
            const auto found = tables_.find(key);
            return found == tables_.end() ? nullptr : found->second.get();
        };
    }

    std::unordered_map<TableKey, std::unique_ptr<Table>> tables_;
};

TEST(ReferenceSolver, KnowsWhatEveryBeginnerKnows) {
    ReferenceTables tables;
    EXPECT_EQ(tables.value_of("8/8/8/4k3/8/8/8/4K3 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(tables.value_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), Wdl::loss);
    EXPECT_EQ(tables.value_of("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), Wdl::win);
    EXPECT_EQ(tables.value_of("8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), Wdl::draw);
    EXPECT_EQ(tables.value_of("8/5P1k/5K2/8/8/8/8/8 w - - 0 1"), Wdl::win);
    EXPECT_EQ(tables.value_of("8/8/8/8/8/5k2/5p1K/8 b - - 0 1"), Wdl::win);
    EXPECT_EQ(tables.value_of("k7/P7/1K6/8/8/8/8/8 b - - 0 1"), Wdl::draw);  // stalemate
}

TEST(ReferenceSolver, SolvesASymmetricKeyFromBothSides) {
    const Table table = reference_solve(table_key_of("Ke4vKe5"), find_nothing);
    EXPECT_TRUE(table.key().is_symmetric());
    for (const Square white_king : Bitboard::all()) {
        for (const Square black_king : Bitboard::all()) {
            for (const Certainty certainty : {Certainty::proved, Certainty::possible}) {
                for (const Color winner : all_colors) {
                    EXPECT_EQ(
                        table.raw_wins(certainty, 0, Color::white).wins[winner].has(white_king, black_king),
                        table.raw_wins(certainty, 0, Color::black)
                            .wins[!winner]
                            .has(flip_ranks(black_king), flip_ranks(white_king)));
                }
            }
        }
    }
}

TEST(ReferenceSolver, LeavesOpenWhatAbsentChildrenDecide) {
    const Table table = reference_solve(table_key_of("Ke4vKe5"), find_nothing);
    EXPECT_FALSE(table.is_exact());
    // Kings that can reach no pawn at once may still get there.
    EXPECT_EQ(table.value_of(board_of("7k/8/8/4p3/4P3/8/8/K7 w - - 0 1")), WdlBounds{});
}

TEST(ReferenceSolver, IsExactIfEveryChildIs) {
    const Table bare_kings = reference_solve(table_key_of("KvK"), find_nothing);
    EXPECT_TRUE(bare_kings.is_exact());
    const Table rook = reference_solve(table_key_of("KRvK"), [&](const TableKey& key) {
        return key == bare_kings.key() ? &bare_kings : nullptr;
    });
    EXPECT_TRUE(rook.is_exact());
}

}  // namespace
}  // namespace philidor
