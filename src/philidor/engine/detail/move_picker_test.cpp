#include "philidor/engine/detail/move_picker.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/engine/detail/static_exchange.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::for_each_random_move;
using test_support::move_of;
using testing::ElementsAre;

std::vector<std::string> names_of(const Board& board, MovePicker& picker) {
    std::vector<std::string> names;
    while (const auto move = picker.next()) names.push_back(to_uci(board, *move));
    return names;
}

TEST(MovePicker, HandsOutEveryLegalMoveOnce) {
    const auto history = std::make_unique<MoveHistory>();
    for_each_random_move({.seed = 3, .games = 10}, [&](const Board& board, Move remembered) {
        MovePicker picker(board, *history, {remembered, {}, 0});
        MoveList found;
        while (const auto move = picker.next()) {
            ASSERT_FALSE(found.contains(*move));
            found.add(*move);
        }
        ASSERT_EQ(found.size(), count_legal_moves(board));
        ASSERT_EQ(found[0], remembered);
        for (const Move move : legal_moves(board)) ASSERT_TRUE(found.contains(move));
    });
}

TEST(MovePicker, HandsOutNoisyMovesThatDoNotLoseMaterial) {
    const auto history = std::make_unique<MoveHistory>();
    for_each_random_move({.seed = 4, .games = 10}, [&](const Board& board, Move /*move*/) {
        MovePicker picker = MovePicker::noisy(board, *history, Move());
        MoveList found;
        while (const auto move = picker.next()) found.add(*move);
        for (const Move move : legal_moves(board)) {
            const bool is_noisy =
                move.is_promotion() ? move.promotion() == PieceType::queen : move.is_capture();
            ASSERT_EQ(found.contains(move), is_noisy && exchange_gain(board, move) >= 0) << to_fen(board);
        }
    });
}

TEST(MovePicker, TriesGoodCapturesThenKillersThenHistoryThenBadCaptures) {
    const Board board = board_of("k7/8/4p3/3p3r/6P1/8/8/K2R4 w - - 0 1");
    const auto history = std::make_unique<MoveHistory>();
    history->add_refutation(Color::white, move_of(board, "a1b2"), {}, 4, 0);
    history->add_refutation(Color::white, move_of(board, "d1d2"), {}, 4, 2);
    MovePicker picker(board, *history, {{}, move_of(board, "d1d4"), 0});
    const auto names = names_of(board, picker);
    EXPECT_THAT(std::vector(names.begin(), names.begin() + 4), ElementsAre("g4h5", "a1b2", "d1d4", "d1d2"));
    EXPECT_EQ(names.back(), "d1d5");
    EXPECT_TRUE(picker.is_losing_capture());
}

TEST(MoveHistory, StaysWithinItsBoundsAndFades) {
    const Board board;
    const Move good = move_of(board, "e2e4");
    const Move bad = move_of(board, "a2a3");
    MoveHistory history;
    for (int i = 0; i < 1000; ++i) history.add_refutation(Color::white, good, std::vector{bad}, 20, 3);
    EXPECT_GT(history.score_of(Color::white, good), MoveHistory::most * 3 / 4);
    EXPECT_LE(history.score_of(Color::white, good), MoveHistory::most);
    EXPECT_LT(history.score_of(Color::white, bad), -MoveHistory::most * 3 / 4);
    EXPECT_EQ(history.score_of(Color::black, good), 0);
    EXPECT_EQ(history.killers(3)[0], good);
    history.age();
    EXPECT_LT(history.score_of(Color::white, good), MoveHistory::most * 3 / 4);
    EXPECT_EQ(history.killers(3)[0], Move());
}

}  // namespace
}  // namespace philidor
