// Positions in which the en passant capture is the only answer to a double push.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/table_verifier.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/reference_solver.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor::tables {
namespace {

using test_support::board_of;
using test_support::find_nothing;
using test_support::first_difference;
using test_support::move_of;
using test_support::reference_solve;

/// A position, the double push that matters, and the capture that answers it.
struct Example {
    std::string_view fen;
    std::string_view push;
    std::string_view capture;
};

/// Stalemate if it were not for the capture. The side that pushes has the larger pawn structure, so it is
/// White in the table. With blocked pawns on both sides of the
/// board for the other side, it is Black in the table, whichever image that has.
constexpr Example stalemate_by_white{"k7/P7/K7/8/4p3/4P3/3P4/8 w - - 0 1", "d2d4", "e4d3"};
constexpr Example stalemate_by_black{"8/p2p3p/P3p2P/4P3/8/1p6/2k5/K7 b - - 0 1", "d7d5", "e5d6"};

/// Mate if it were not for the capture.
constexpr Example mate_by_white{"8/8/8/kPK5/p7/8/1P6/8 w - - 0 1", "b2b4", "a4b3"};
constexpr Example mate_by_black{"8/6p1/8/7P/5k1K/7P/8/8 b - - 0 1", "g7g5", "h5g6"};

/// A table in which all positions have the same value for the side to move.
Table constant_table(const TableKey& key, Wdl value) {
    Table table(key, true);
    const PositionIndexer indexer = PositionIndexer::make(key).value();
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        for (const Color side : all_colors) {
            Tile legal;
            for (const Square white_king : Bitboard::all()) {
                for (const Square black_king : Bitboard::all()) {
                    if (indexer.board_at({side, tile, white_king, black_king}))
                        legal.add(white_king, black_king);
                }
            }
            table.set_legal(tile, side, legal);
            if (value == Wdl::draw) continue;
            table.set_won(Certainty::proved, tile, side, value == Wdl::win ? side : !side, legal);
        }
    }
    return table;
}

TableKey key_of(const Board& board) { return table_for(MaterialKey::from_board(board)).key; }

WdlBounds value_in(const Table& table, const Board& board) {
    const Symmetry symmetry = table_for(MaterialKey::from_board(board)).symmetry;
    return table.value_of(symmetry(board)).value();
}

/// The value of the example if only the value after the capture is known, for the side that pushed, and
/// perhaps the table after the push. Both solvers must give it, and the verifier must agree.
WdlBounds value_of(const Example& example, Wdl after_capture, bool knows_push) {
    const Board board = board_of(example.fen);
    const Board pushed = board.after(move_of(board, example.push));
    const Board captured = pushed.after(move_of(pushed, example.capture));
    const Table push_table = *solve_table(key_of(pushed), find_nothing);
    const Table capture_table = constant_table(key_of(captured), after_capture);
    const TableLookup lookup = [&](const TableKey& key) -> const Table* {
        if (key == capture_table.key()) return &capture_table;
        return knows_push && key == push_table.key() ? &push_table : nullptr;
    };
    const Table table = *solve_table(key_of(board), lookup);
    const auto difference = first_difference(table, reference_solve(key_of(board), lookup));
    EXPECT_FALSE(difference) << *difference;
    const VerifyReport report = verify(table, lookup);
    EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    return value_in(table, board);
}

class EnPassantExamples : public testing::Test {
  protected:
    static void expect_no_move_but_the_capture(const Example& example, bool is_check) {
        const Board board = board_of(example.fen);
        const Board pushed = board.after(move_of(board, example.push));
        EXPECT_EQ(pushed.is_check(), is_check);
        ASSERT_EQ(legal_moves(pushed).size(), 1U);
        EXPECT_EQ(legal_moves(pushed)[0], move_of(pushed, example.capture));
    }

    /// Whether the side that is White on the board is White in the table.
    static bool keeps_colors(const Example& example) {
        return !table_for(MaterialKey::from_board(board_of(example.fen))).symmetry.swaps_sides();
    }
};

TEST_F(EnPassantExamples, AreWhatTheySay) {
    expect_no_move_but_the_capture(stalemate_by_white, false);
    expect_no_move_but_the_capture(stalemate_by_black, false);
    expect_no_move_but_the_capture(mate_by_white, true);
    expect_no_move_but_the_capture(mate_by_black, true);
    for (const Example& example : {stalemate_by_white, stalemate_by_black, mate_by_white, mate_by_black}) {
        EXPECT_TRUE(keeps_colors(example)) << example.fen;
    }
}

TEST_F(EnPassantExamples, ForceTheCaptureThatLoses) {
    for (const Example& example : {stalemate_by_white, stalemate_by_black}) {
        for (const bool knows_push : {false, true}) {
            SCOPED_TRACE(example.fen);
            EXPECT_EQ(value_of(example, Wdl::win, knows_push), WdlBounds::exactly(Wdl::win));
            // A king move really stalemates the other side, so there is always a draw.
            EXPECT_EQ(value_of(example, Wdl::draw, knows_push), (WdlBounds{Wdl::draw, Wdl::win}));
            EXPECT_EQ(value_of(example, Wdl::loss, knows_push), (WdlBounds{Wdl::draw, Wdl::win}));
        }
    }
}

TEST_F(EnPassantExamples, EscapeFromMateByTheCapture) {
    for (const Example& example : {mate_by_white, mate_by_black}) {
        for (const bool knows_push : {false, true}) {
            SCOPED_TRACE(example.fen);
            EXPECT_EQ(value_of(example, Wdl::win, knows_push), WdlBounds::exactly(Wdl::win));
            EXPECT_EQ(value_of(example, Wdl::draw, knows_push), (WdlBounds{Wdl::draw, Wdl::win}));
            EXPECT_EQ(value_of(example, Wdl::loss, knows_push), WdlBounds{});
        }
    }
}

/// The capture would expose the king to a rook on the rank, so it is not legal.
TEST(EnPassant, IsImpossibleForAPinnedPawn) {
    const Board board = board_of("8/8/8/8/k3p2R/8/3P4/K7 w - - 0 1");
    const Board pushed = board.after(move_of(board, "d2d4"));
    EXPECT_FALSE(pushed.legal_en_passant());
    // If it were possible, it would lose: all other moves are unknown, and only the push is known to draw.
    const Board unpinned = board_of("k7/8/8/8/3Pp3/8/7R/K7 b - d3 0 1");
    const Table captured = constant_table(key_of(unpinned.after(move_of(unpinned, "e4d3"))), Wdl::loss);
    const Table quiet = constant_table(key_of(pushed), Wdl::draw);
    const TableLookup lookup = [&](const TableKey& key) -> const Table* {
        if (key == captured.key()) return &captured;
        return key == quiet.key() ? &quiet : nullptr;
    };
    const Table table = *solve_table(key_of(board), lookup);
    EXPECT_EQ(value_in(table, board).worst, Wdl::draw);
    // The same with the king elsewhere: now the capture is legal, and after it White is lost.
    EXPECT_EQ(value_in(table, board_of("k7/8/8/8/4p2R/8/3P4/K7 w - - 0 1")), WdlBounds{});
}

TEST(EnPassant, LeavesValuesOpenIfTheTableAfterTheCaptureIsAbsent) {
    test_support::SolvedTables tables;
    const TableKey key = test_support::table_key_of("Kd2vKe4");
    const TableKey hidden = test_support::table_key_of("KvKd3");  // after d2-d4 e4xd3, and after nothing else
    EXPECT_TRUE(tables.of(key).is_exact());
    const TableLookup lookup = [&](const TableKey& child) {
        return child == hidden ? nullptr : tables.find(child);
    };
    const Table table = *solve_table(key, lookup);
    EXPECT_FALSE(table.is_exact());
    const auto difference = first_difference(table, reference_solve(key, lookup));
    EXPECT_FALSE(difference) << *difference;
}

}  // namespace
}  // namespace philidor::tables
