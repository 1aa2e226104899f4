#include "philidor/builder/detail/retrograde_solver.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::first_difference;
using test_support::SolvedTables;
using test_support::table_key_of;

/// The value of a position of any key, from tables that are all there.
Wdl value_of(SolvedTables& tables, const std::string& fen) {
    const Board board = board_of(fen);
    const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
    const WdlBounds value = tables.of(key).value_of(symmetry(board)).value();
    EXPECT_TRUE(value.is_exact()) << fen;
    return value.worst;
}

TEST(RetrogradeSolver, KnowsWhatEveryBeginnerKnows) {
    SolvedTables tables;
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
    SolvedTables tables;
    EXPECT_EQ(value_of(tables, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), Wdl::draw);
    EXPECT_EQ(value_of(tables, "7K/8/k1P5/7p/8/8/8/8 b - - 0 1"), Wdl::win);
}

TEST(RetrogradeSolver, KnowsSaavedra) {
    SolvedTables tables;
    EXPECT_EQ(value_of(tables, "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), Wdl::win);  // c8 = rook
}

TEST(RetrogradeSolver, SaysNothingAboutIllegalPositions) {
    SolvedTables tables;
    const Table& table = tables.of("Ke7vK");
    const auto& wins = table.raw_wins(Certainty::proved, 0, Color::white).wins;
    for (const Color winner : all_colors) EXPECT_TRUE(wins[winner].has(Square::a1, Square::b2));
}

TEST(RetrogradeSolver, ProvesNothingButMatesWithoutItsChildren) {
    const Table table = *solve_table(table_key_of("KRvK"), test_support::find_nothing);
    EXPECT_FALSE(table.is_exact());
    const auto value = [&](const std::string& fen) { return table.value_of(board_of(fen)).value(); };
    EXPECT_EQ(value("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), WdlBounds::exactly(Wdl::loss));
    // Black may take the rook, and who knows what KvK is worth.
    EXPECT_EQ(value("8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), WdlBounds{});
    // Black may take the rook sooner or later only if White lets it happen.
    EXPECT_EQ(value("8/8/8/4k3/8/8/8/R3K3 w - - 0 1").worst, Wdl::win);
}

TEST(RetrogradeSolver, KeepsBoundsThatContainTheTruth) {
    SolvedTables all;
    std::mt19937_64 random(1);
    for (const std::string text : {"Kb6c2vKb7", "KQvKa2", "Ka5b5vKa6", "KRvKb6"}) {
        const Table& truth = all.of(table_key_of(text));
        const PositionIndexer indexer = PositionIndexer::make(truth.key()).value();
        for (int trial = 0; trial < 5; ++trial) {
            const std::uint64_t salt = random();
            const Table table = *solve_table(truth.key(), [&](const TableKey& key) -> const Table* {
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

/// Tables that are large enough for threads; like pieces share lines.
TEST(RetrogradeSolver, IsTheSameOnFourThreads) {
    Budget four_threads;
    four_threads.threads = 4;
    for (const std::string text : {"KQRa4vKa5", "KRRa4vKa5"}) {
        const TableKey key = table_key_of(text);
        const auto difference = first_difference(*solve_table(key, test_support::find_nothing),
                                                 *solve_table(key, test_support::find_nothing, four_threads));
        EXPECT_FALSE(difference) << *difference;
    }
}

/// Whether a win table says of every position what the table of its canonical key says.
void expect_same_answers(const WinTable& answer, Question question, const Table& table, Symmetry symmetry) {
    const TileLayout& layout = answer.layout();
    const ChildTable canonical(answer.key(), table, symmetry);
    for (std::size_t tile = 0; tile < layout.tile_count(); ++tile) {
        std::vector<PlacedPiece> pieces;
        const Placement placement = layout.placement_of(tile);
        for (const auto [color, kind] : layout.pieces())
            pieces.push_back({color, kind, placement[pieces.size()]});
        ChildTiles attacking;
        canonical.read(question, pieces, question.attacker, attacking);
        ChildTiles defending;
        canonical.read(question, pieces, question.defender(), defending);
        const bool overlaps = pieces.size() == 2 && pieces[0].square == pieces[1].square;
        if (overlaps) continue;
        EXPECT_EQ(answer.read(tile).not_won, *attacking.not_won) << to_string(answer.key());
        EXPECT_EQ(answer.read(tile).legal, *attacking.legal) << to_string(answer.key());
        EXPECT_EQ(answer.read(tile).lost, *defending.lost) << to_string(answer.key());
    }
}

TEST(RetrogradeSolver, AnswersOneQuestionAboutKeysThatAreNotCanonical) {
    SolvedTables tables;
    for (const std::string text : {"KvKe2", "Ka2b5vKa4", "KQvKa2", "KvKQb3", "KRvKN", "KvK"}) {
        const MaterialKey key = parse_key(text).value();
        const auto [canonical, symmetry] = table_for(key);
        const Table& table = tables.of(canonical);
        const TableLookup lookup = tables.lookup();
        for (const Color attacker : all_colors) {
            const Question question{attacker, Certainty::proved};
            expect_same_answers(*solve_question(key, question, children_in(lookup)), question, table,
                                symmetry);
        }
    }
}

TEST(RetrogradeSolver, StopsInTheMiddle) {
    const MaterialKey key = parse_key("KRvK").value();
    const Question question{Color::white, Certainty::proved};
    std::uint64_t rounds = 0;
    const auto answer = [&](std::uint64_t most_rounds) {
        const Budget budget = test_support::budget_until([&](const Progress& now) {
            rounds = now.done;
            return now.done == most_rounds;
        });
        return solve_question(key, question, children_in(test_support::find_nothing), {}, budget);
    };
    for (std::uint64_t most_rounds = 0; most_rounds < 10; ++most_rounds) {
        ASSERT_FALSE(answer(most_rounds)) << most_rounds;
        ASSERT_EQ(rounds, most_rounds);
    }
    EXPECT_TRUE(answer(1000));
    EXPECT_GT(rounds, 14U) << "mate with a rook takes more than fifteen moves";
}

TEST(RetrogradeSolver, StopsInTheMiddleOfAWholeTable) {
    EXPECT_FALSE(solve_table(table_key_of("KRvK"), test_support::find_nothing, test_support::spent_budget()));
}

/// Answers from few children are kept when more are there, and do not hinder the others.
TEST(RetrogradeSolver, GoesOnFromWhatIsSettled) {
    SolvedTables all;
    for (const std::string text : {"Kb6c2vKb7", "KQvKa2", "Ka5b5vKa6"}) {
        const MaterialKey key = table_key_of(text).material();
        all.of(table_key_of(text));
        const TableLookup lookup = all.lookup();
        for (const std::uint64_t salt : {1U, 2U, 3U}) {
            const TableLookup some = [&](const TableKey& child) -> const Table* {
                return (child.material().hash() ^ salt) % 2 == 0 ? nullptr : all.find(child);
            };
            for (const Color attacker : all_colors) {
                for (const Certainty certainty : all_certainties) {
                    const Question question{attacker, certainty};
                    const WinTable first = *solve_question(key, question, children_in(some));
                    KnownWins known;
                    (certainty == Certainty::proved ? known.proved : known.possible) = &first;
                    const WinTable again =
                        *solve_question(key, question, children_in(test_support::find_nothing), known);
                    const WinTable last = *solve_question(key, question, children_in(lookup), known);
                    const WinTable at_once = *solve_question(key, question, children_in(lookup));
                    for (std::size_t tile = 0; tile < first.layout().tile_count(); ++tile) {
                        ASSERT_EQ(again.read(tile).lost, first.read(tile).lost) << text;
                        ASSERT_EQ(again.read(tile).not_won, first.read(tile).not_won) << text;
                        ASSERT_EQ(last.read(tile).lost, at_once.read(tile).lost) << text;
                        ASSERT_EQ(last.read(tile).not_won, at_once.read(tile).not_won) << text;
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace philidor
