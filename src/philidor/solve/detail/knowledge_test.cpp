#include "philidor/solve/detail/knowledge.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::move_of;

/// Answers about a key whose children are absent.
void put_answers(const Board& board, Knowledge& knowledge) {
    const MaterialKey key = MaterialKey::from_board(board);
    const auto absent = [](const MaterialKey& child) { return ChildTable(child); };
    for (const Color attacker : all_colors) {
        for (const Certainty certainty : all_certainties) {
            const Question question{attacker, certainty};
            knowledge.put(question, std::make_unique<WinTable>(*solve_question(key, question, absent)));
        }
    }
}

TEST(Knowledge, ExcludesNothingAtFirst) {
    const Knowledge knowledge;
    EXPECT_EQ(knowledge.bounds_of(board_of("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1")), WdlBounds{});
    EXPECT_EQ(knowledge.byte_count(), 0);
}

TEST(Knowledge, ReadsBoundsOfBothSidesFromItsAnswers) {
    Knowledge knowledge;
    put_answers(board_of("8/8/8/8/8/8/8/RK1k4 w - - 0 1"), knowledge);
    EXPECT_EQ(knowledge.bounds_of(board_of("R6k/8/6K1/8/8/8/8/8 b - - 0 1")), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(knowledge.bounds_of(board_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1")), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(knowledge.bounds_of(board_of("8/8/8/8/8/8/1k6/R3K3 b - - 0 1")), WdlBounds{});
    EXPECT_GT(knowledge.byte_count(), 0);
}

TEST(Knowledge, NotesPositionsOneByOne) {
    const Board board = board_of("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1");
    const Board after = board.after(move_of(board, "e6d6"));
    Knowledge knowledge;
    put_answers(board, knowledge);
    ASSERT_EQ(knowledge.bounds_of(board).worst, Wdl::loss);
    knowledge.put(Color::white,
                  std::array{ProvedPosition{after, move_of(after, "e4f5")}, ProvedPosition{board, {}}});
    EXPECT_EQ(knowledge.bounds_of(after), WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(knowledge.bounds_of(board), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(knowledge.winning_move(after), move_of(after, "e4f5"));
    EXPECT_FALSE(knowledge.winning_move(board));
    // The table knows it as well, so that other tables profit from it.
    const WinTable* answer =
        knowledge.find({Color::white, Certainty::proved}, MaterialKey::from_board(board));
    EXPECT_TRUE(answer->read(0).lost.has(Square::e4, Square::e6));
    EXPECT_FALSE(answer->read(0).not_won.has(Square::e4, Square::d6));
}

TEST(Knowledge, CombinesTheMovesWhereAPawnCanBeTakenEnPassant) {
    const Board board = board_of("8/8/8/8/Pp6/8/8/K6k b - a3 0 1");
    ASSERT_TRUE(board.legal_en_passant());
    Knowledge knowledge;
    for (const Move move : legal_moves(board)) {
        const bool takes = move.flag() == MoveFlag::en_passant;
        const Board after = board.after(move);
        const ProvedPosition won{after, takes ? std::nullopt : std::optional(legal_moves(after)[0])};
        knowledge.put(takes ? Color::black : Color::white, std::span(&won, 1));
    }
    EXPECT_EQ(knowledge.bounds_of(board), WdlBounds::exactly(Wdl::win));
}

}  // namespace
}  // namespace philidor
