#include "philidor/builder/prober.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::ending_of;
using test_support::table_key_of;

constexpr WdlBounds win = WdlBounds::exactly(Wdl::win);
constexpr WdlBounds draw = WdlBounds::exactly(Wdl::draw);
constexpr WdlBounds loss = WdlBounds::exactly(Wdl::loss);

/// A store in memory with the closure of some keys.
class ProberTest : public testing::Test {
  protected:
    void build(const std::vector<std::string>& names, unsigned most_pieces = 30) {
        std::vector<TableKey> roots;
        for (const std::string& name : names) roots.push_back(table_key_of(name));
        ASSERT_TRUE(philidor::build(roots, *store_, {.most_pieces = most_pieces}));
    }
    /// Builds one table without what it needs.
    void build_alone(const std::string& name) {
        ASSERT_TRUE(philidor::build(table_key_of(name), *store_, {.children = BuildOptions::Children::none}));
    }

    [[nodiscard]] Answer answer(std::string_view fen) {
        return Prober(*store_).answer(ending_of(fen)).value();
    }
    [[nodiscard]] std::optional<WdlBounds> value(std::string_view fen) {
        const auto value = Prober(*store_).value_of(ending_of(fen)).value();
        return value ? std::optional(value->plain) : std::nullopt;
    }

    std::shared_ptr<MemoryFileSystem> files_ = std::make_shared<MemoryFileSystem>();
    std::unique_ptr<TableStore> store_ = DirectoryStore::open_folder(files_, "tables").value();
};

/// The answer to every `step`th position of a key: what its table says, and what its moves say.
void expect_moves_to_agree(Prober& prober, const TableKey& key, std::uint64_t step) {
    const PositionIndexer indexer = PositionIndexer::make(key).value();
    std::size_t looked_at = 0;
    for (std::uint64_t number = 0; number < indexer.size(); number += step) {
        const auto board = indexer.board_at(position_index_at(number));
        if (!board) continue;
        ++looked_at;
        const Ending ending = Ending::from(*board).value();
        const auto value = prober.value_of(ending).value();
        ASSERT_TRUE(value) << to_fen(*board);
        const Answer answer = prober.answer(ending).value();
        ASSERT_EQ(answer.value(), *value) << to_fen(*board);
        ASSERT_EQ(answer.dtz, prober.dtz_of(ending, *value).value()) << to_fen(*board);
        if (answer.moves.empty()) continue;
        ASSERT_EQ(answer.moves.front().bounds, answer.bounds) << to_fen(*board);
        ASSERT_EQ(answer.moves.front().dtz, answer.dtz) << to_fen(*board);
        ASSERT_EQ(answer.moves.size(), legal_moves(*board).size());
    }
    EXPECT_GT(looked_at, 100U);
}

TEST_F(ProberTest, SaysOfAPositionWhatItsMovesSay) {
    build({"Kd5vKe7", "KQvKR"});
    Prober prober(*store_);
    expect_moves_to_agree(prober, table_key_of("Kd5vKe7"), 7);
    expect_moves_to_agree(prober, table_key_of("Ke4vKd4"), 7);
    expect_moves_to_agree(prober, table_key_of("Ke7vK"), 3);
    expect_moves_to_agree(prober, table_key_of("KQvKR"), 9'973);
}

TEST_F(ProberTest, SeesAPositionWithTheEyesOfItsTable) {
    build({"Kd5vKe7"});
    EXPECT_EQ(answer("8/8/8/3Pp2k/8/8/5K2/8 w - - 0 1").bounds, win);
    EXPECT_EQ(answer("8/5k2/8/8/3pP2K/8/8/8 b - - 0 1").bounds, win);  // the same with the sides swapped
    EXPECT_EQ(answer("8/8/8/8/8/1Q6/3K4/k7 b - - 0 1").dtz, 0);        // stalemate
}

TEST_F(ProberTest, CountsTheCaptureEnPassant) {
    build({"Kg5vKf7", "Kf4vKe4", "Kh4vKg4"});
    // The values of these are known from elsewhere.
    const Answer won = answer("3K4/8/8/5pP1/7k/8/8/8 w - f6 0 1");
    EXPECT_EQ(won.bounds, win);
    EXPECT_EQ(won.dtz, 1);
    EXPECT_EQ(value("8/8/2K5/5pP1/8/3k4/8/8 w - f6 0 1"), win);
    EXPECT_EQ(value("5k2/8/8/5pP1/8/8/3K4/8 w - f6 0 1"), draw);
    EXPECT_EQ(value("8/1k6/8/7K/4pP2/8/8/8 b - f3 0 1"), win);
    EXPECT_EQ(value("8/8/8/8/4K1pP/1k6/8/8 b - h3 0 1"), draw);
}

TEST_F(ProberTest, KnowsThatACaptureEnPassantMayBeForced) {
    build({"Kc3b4a6vKc4a7"}, 0);
    Prober prober(*store_);
    // Black has no move but the capture, and would be stalemated without it.
    const Ending forced = ending_of("k7/p1K5/P7/8/1Pp5/2P5/8/8 b - b3 0 1");
    ASSERT_EQ(legal_moves(forced.board()).size(), 1U) << "change the position";
    const auto after = prober.value_of(forced.after(legal_moves(forced.board())[0])).value();
    ASSERT_TRUE(after);
    EXPECT_NE(after->plain, draw);
    EXPECT_EQ(prober.value_of(forced).value(), -*after);
    EXPECT_EQ(prober.answer(forced).value().value(), -*after);
}

TEST_F(ProberTest, RanksWinsByHurryAndLossesByDelay) {
    build({"KQvK"});
    const Ending ending = ending_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    Prober prober(*store_);
    const Answer attack = prober.answer(ending).value();
    ASSERT_EQ(attack.bounds, win);
    EXPECT_EQ(attack.dtz, attack.moves.front().dtz);
    EXPECT_TRUE(std::ranges::is_sorted(attack.moves, std::ranges::greater(),
                                       [](const MoveAnswer& answer) { return answer.bounds.worst; }));
    const auto draws = std::ranges::find(attack.moves, draw, &MoveAnswer::bounds);
    EXPECT_TRUE(std::ranges::is_sorted(attack.moves.begin(), draws, {}, &MoveAnswer::dtz));
    EXPECT_GT(attack.moves.front().dtz, 1);

    const Answer defence = prober.answer(ending.after(attack.moves.front().move)).value();
    EXPECT_EQ(defence.bounds, loss);
    EXPECT_EQ(defence.dtz, 1 - *attack.dtz);
    EXPECT_TRUE(std::ranges::is_sorted(defence.moves, {}, &MoveAnswer::dtz)) << "longest first";
}

TEST_F(ProberTest, GivesOnePlyToMateAndToWhatKeepsTheWin) {
    build({"Kd6vK"});
    const Answer mate = answer("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    EXPECT_EQ(mate.dtz, 1);
    EXPECT_EQ(mate.moves.front().dtz, 1);
    const Answer mated = answer("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    EXPECT_EQ(mated.bounds, loss);
    EXPECT_EQ(mated.dtz, -1);
    const Answer push = answer("8/3K4/3P4/8/8/8/8/k7 b - - 0 1");
    EXPECT_EQ(push.bounds, loss);
    const Answer promotion = answer("8/3P1K2/8/8/8/8/8/k7 w - - 0 1");
    EXPECT_EQ(promotion.dtz, 1);
    EXPECT_EQ(promotion.moves.front().move.promotion(), PieceType::queen);
}

TEST_F(ProberTest, NeedsNoTableForMateStalemateAndDeadPositions) {
    EXPECT_EQ(answer("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").bounds, loss);
    EXPECT_EQ(answer("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").dtz, -1);
    EXPECT_EQ(answer("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1").bounds, draw);
    EXPECT_EQ(answer("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1").dtz, 0);
    EXPECT_EQ(answer("7k/8/8/6K1/8/8/8/2B5 b - - 0 1").bounds, draw);
}

TEST_F(ProberTest, KnowsNothingWithoutTables) {
    EXPECT_EQ(value("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"), std::nullopt);
    const Answer open = answer("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
    EXPECT_EQ(open.bounds, WdlBounds{});
    EXPECT_EQ(open.dtz, std::nullopt);
    EXPECT_EQ(open.moves.size(), legal_moves(board_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1")).size());
}

TEST_F(ProberTest, LearnsFromTheTablesOfTheMoves) {
    build({"KQvK"});
    // KQvKR is absent, but taking the rook wins.
    const std::string fen = "8/8/8/8/8/r2k4/8/K1Q5 w - - 0 1";
    EXPECT_EQ(value(fen), std::nullopt);
    const Answer found = answer(fen);
    EXPECT_EQ(found.bounds, win);
    EXPECT_EQ(found.dtz, 1);
    // So is the queen lost here, and nothing else is known.
    const Answer taken = answer("8/8/8/8/8/r2k4/8/K7 w - - 0 1");
    EXPECT_EQ(taken.bounds, WdlBounds{}) << "KRvK is absent";
}

TEST_F(ProberTest, TellsNoDistanceWhereAChildIsAbsent) {
    build_alone("KQvKR");
    const Answer mate = answer("8/8/8/8/8/7r/5Q2/k1K5 w - - 0 1");
    EXPECT_EQ(mate.bounds, win);
    EXPECT_EQ(mate.dtz, 1) << "a mate in one needs no other table";
    const auto quiet = std::ranges::find_if(mate.moves, [](const MoveAnswer& move) { return !move.dtz; });
    EXPECT_NE(quiet, mate.moves.end());
}

TEST_F(ProberTest, TellsDistancesAfterCapturesWhenAsked) {
    build({"KQvK"});
    const std::string fen = "8/8/8/8/8/r2k4/8/K1Q5 w - - 0 1";
    EXPECT_EQ(answer(fen).moves.front().dtz_after, std::nullopt);
    const Answer all = Prober(*store_).answer(ending_of(fen), DistancesAfter::all_moves).value();
    const MoveAnswer& capture = all.moves.front();
    EXPECT_EQ(capture.dtz, 1);
    EXPECT_GT(capture.dtz_after, 1) << "plies to mate, seen from the side that took the rook";
}

TEST_F(ProberTest, SaysThatATableIsDamaged) {
    build({"KQvK"});
    EncodedTable damaged = store_->open(table_key_of("KQvK")).value()->copy().value();
    damaged.bytes.back() ^= std::byte{1};
    ASSERT_TRUE(store_->put_all(std::span(&damaged, 1)));
    const auto refused = Prober(*store_).answer(ending_of("8/8/8/8/8/3k4/Q7/K7 w - - 0 1"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, TableError::corrupt);
    EXPECT_NE(refused.error().message.find("KQvK.wdl"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace philidor
