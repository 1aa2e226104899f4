#include "philidor/builder/detail/table_verifier.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/builder/detail/distance_solver.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/random_tables.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::find_nothing;
using test_support::first_difference;
using test_support::SolvedTables;
using test_support::table_key_of;
using ::testing::HasSubstr;

/// Changes what a table says about who wins a position.
void set_win(Table& table, Certainty certainty, const std::string& fen, Color winner, bool is_won) {
    const auto [side, tile, white_king, black_king] = find_place(table.layout(), board_of(fen));
    auto& row = table.raw_wins(certainty, tile, side).wins[winner].rows[index_of(white_king)];
    row = is_won ? row | Bitboard(black_king).bits() : row & ~Bitboard(black_king).bits();
}

/// The one fault of a table with one wrong entry, and perhaps entries before it that no longer follow from
/// it.
TableFault fault_at(const VerifyReport& report, const std::string& fen) {
    for (const TableFault& fault : report.first) {
        if (fault.fen == fen) return fault;
    }
    ADD_FAILURE() << "no fault at " << fen;
    return {FaultKind::value, "", {}, {}};
}

const VerifyOptions all_faults{.most_faults = 100'000};

Budget budget_of_four_threads() {
    Budget budget;
    budget.threads = 4;
    return budget;
}

TEST(TableVerifier, FindsNothingWrongWithSolvedTables) {
    SolvedTables tables;
    for (const std::string text : {"KvK", "Ke7vK", "Ka2vKb4", "Ke4vKe5", "KRvK"}) {
        const Table& table = tables.of(text);
        const VerifyReport report = verify(table, tables.lookup());
        EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
        EXPECT_EQ(report.entries, table.layout().tile_count() * 2 * 64 * 64);
    }
    EXPECT_EQ(verify(tables.of("KvK"), tables.lookup()).legal, 2U * 3612);
}

TEST(TableVerifier, FindsNothingWrongWithBounds) {
    for (const std::string text : {"Kb6c2vKb7", "Ka2vKb4", "KRvK", "Kd2e3b6vKe4"}) {
        const Table table = *solve_table(table_key_of(text), find_nothing);
        EXPECT_FALSE(table.is_exact());
        const VerifyReport report = verify(table, find_nothing);
        EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    }
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 5; ++trial) {
        test_support::RandomTables tables(random(), test_support::RandomTables::Presence::some_absent);
        const auto key = test_support::random_key(random, 3, 0, test_support::Structure::with_en_passant);
        const VerifyReport report = verify(*solve_table(key, tables.lookup()), tables.lookup());
        EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    }
}

TEST(TableVerifier, FindsAWrongValue) {
    SolvedTables tables;
    Table table = tables.of("Kd7vK");
    const std::string fen = "8/3P3k/8/8/8/8/8/7K w - - 0 1";
    set_win(table, Certainty::proved, fen, Color::white, false);
    const VerifyReport report = verify(table, tables.lookup(), all_faults);
    EXPECT_FALSE(report.is_clean());
    const TableFault fault = fault_at(report, fen);
    EXPECT_EQ(fault.kind, FaultKind::value);
    EXPECT_EQ(fault.stored, WdlBounds::exactly(Wdl::draw));
    EXPECT_EQ(fault.expected, WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(describe(fault), "value: draw stored, win expected: " + fen);
}

TEST(TableVerifier, FindsEveryChangedBit) {
    SolvedTables tables;
    const Table& right = tables.of("Ka2vKb4");
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 40; ++trial) {
        Table wrong = right;
        auto& tile =
            wrong.raw_wins(Certainty::proved, 0, all_colors[random() % 2]).wins[all_colors[random() % 2]];
        tile.rows[random() % 64] ^= std::uint64_t{1} << random() % 64;
        EXPECT_FALSE(verify(wrong, tables.lookup()).is_clean());
    }
}

TEST(TableVerifier, FindsEveryChangedDistance) {
    SolvedTables tables;
    std::mt19937_64 random(3);
    for (const std::string text : {"Ka2vKb4", "Kd5vKe7", "KRvK"}) {
        const Table& table = tables.of(text);
        const DistanceTable right = measure_distances(table.key(), tables.lookup()).value();
        const VerifyReport report = verify(table, tables.lookup(), {.distances = &right});
        EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
        const int changes = text == "KRvK" ? 1 : test_support::samples(20);  // the large one takes long
        for (int change = 0; change < changes; ++change) {
            DistanceTable wrong = right;
            std::uint16_t& distance = wrong.tile(random() % table.layout().tile_count(),
                                                 all_colors[random() % 2])[random() % (64 * 64)];
            distance =
                static_cast<std::uint16_t>(distance == 0 || random() % 2 == 0 ? distance + 1 : distance - 1);
            const VerifyReport faults = verify(table, tables.lookup(), {.distances = &wrong});
            ASSERT_FALSE(faults.is_clean());
            EXPECT_EQ(faults.first[0].kind, FaultKind::distance);
        }
    }
}

TEST(TableVerifier, SaysWhichDistanceIsWrong) {
    SolvedTables tables;
    const Table& table = tables.of("Kd7vK");
    DistanceTable distances = measure_distances(table.key(), tables.lookup()).value();
    const std::string fen = "4k3/3P4/3K4/8/8/8/8/8 b - - 0 1";  // the longest there is
    distances.tile(0, Color::black)[index_of(Square::d6) * 64 + index_of(Square::e8)] = 5;
    VerifyOptions options = all_faults;
    options.distances = &distances;
    EXPECT_EQ(describe(fault_at(verify(table, tables.lookup(), options), fen)),
              "distance: 5 stored, 6 expected: " + fen);
}

TEST(TableVerifier, FindsEveryChangedBitOfBounds) {
    std::mt19937_64 random(2);
    test_support::RandomTables tables(random(), test_support::RandomTables::Presence::some_absent);
    const auto key = test_support::random_key(random, 3, 0, test_support::Structure::with_en_passant);
    const Table right = *solve_table(key, tables.lookup());
    ASSERT_FALSE(right.is_exact());
    for (int trial = 0; trial < 40; ++trial) {
        Table wrong = right;
        const Certainty certainty = trial % 2 == 0 ? Certainty::proved : Certainty::possible;
        auto& tile = wrong.raw_wins(certainty, 0, all_colors[random() % 2]).wins[all_colors[random() % 2]];
        tile.rows[random() % 64] ^= std::uint64_t{1} << random() % 64;
        EXPECT_FALSE(verify(wrong, tables.lookup()).is_clean());
    }
}

TEST(TableVerifier, FindsALegalPositionMarkedAsIllegal) {
    SolvedTables tables;
    Table table = tables.of("Kd7vK");
    const std::string fen = "8/3P3k/8/8/8/8/8/7K b - - 0 1";
    for (const Color winner : all_colors) set_win(table, Certainty::proved, fen, winner, true);
    const TableFault fault = fault_at(verify(table, tables.lookup(), all_faults), fen);
    EXPECT_EQ(fault.kind, FaultKind::legality);
    EXPECT_EQ(fault.stored, std::nullopt);
    EXPECT_EQ(fault.expected, WdlBounds::exactly(Wdl::loss));
}

TEST(TableVerifier, FindsAValueOfAnIllegalPosition) {
    SolvedTables tables;
    Table table = tables.of("Kd7vK");
    table.raw_wins(Certainty::proved, 0, Color::white).wins[Color::black].rows[index_of(Square::a1)] &=
        ~Bitboard(Square::b1).bits();
    const VerifyReport report = verify(table, tables.lookup());
    ASSERT_EQ(report.faults, 1U);
    EXPECT_EQ(report.first[0].kind, FaultKind::legality);
    EXPECT_EQ(report.first[0].stored, WdlBounds::exactly(Wdl::win));
    EXPECT_EQ(report.first[0].expected, std::nullopt);
    EXPECT_THAT(describe(report.first[0]), HasSubstr("Kk6 w"));
}

TEST(TableVerifier, FindsBitsThatContradictEachOther) {
    Table table = *solve_table(table_key_of("Kb5vKa7"), find_nothing);
    const std::string place = "7k/p7/8/1P6/8/8/8/2K5 w - - 0 1";
    set_win(table, Certainty::possible, place, Color::white, false);
    set_win(table, Certainty::proved, place, Color::white, true);
    EXPECT_EQ(fault_at(verify(table, find_nothing, all_faults), place).kind, FaultKind::contradiction);
}

TEST(TableVerifier, FindsATableThatClaimsToBeExact) {
    SolvedTables tables;
    const Table& table = tables.of("Kd7vK");
    EXPECT_FALSE(verify(table, find_nothing).is_clean());
}

const VerifyOptions agreeing{.most_faults = 100'000, .bounds = BoundsCheck::agree};

TEST(TableVerifier, AcceptsWhatAProofKnowsWithoutTheTablesOfTheProof) {
    SolvedTables tables;
    for (const std::string text : {"Ke7vK", "Ka2vKb4", "KRa2vK"}) {
        const VerifyReport alone = verify(tables.of(text), find_nothing, agreeing);
        EXPECT_TRUE(alone.is_clean()) << describe(alone.first.at(0));
        EXPECT_GT(alone.on_trust, 0U);
        const VerifyReport complete = verify(tables.of(text), tables.lookup(), agreeing);
        EXPECT_TRUE(complete.is_clean());
        EXPECT_EQ(complete.on_trust, 0U) << "all children are there";
    }
    // Bounds that are sharper than the moves show, or less sharp.
    Table table = *solve_table(table_key_of("Kb5vKa7"), find_nothing);
    const std::string fen = "7k/p7/8/1P6/8/8/8/2K5 w - - 0 1";
    set_win(table, Certainty::proved, fen, Color::white, true);
    set_win(table, Certainty::possible, fen, Color::black, false);
    EXPECT_FALSE(verify(table, find_nothing).is_clean());
    const VerifyReport report = verify(table, find_nothing, agreeing);
    EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    EXPECT_GT(report.on_trust, 0U);
}

TEST(TableVerifier, FindsValuesThatContradictTheirMoves) {
    SolvedTables tables;
    const std::string fen = "8/3P3k/8/8/8/8/8/7K w - - 0 1";
    Table exact = tables.of("Kd7vK");
    set_win(exact, Certainty::proved, fen, Color::white, false);
    EXPECT_EQ(fault_at(verify(exact, tables.lookup(), agreeing), fen).kind, FaultKind::value);
    // The pawn promotes and wins, so that a draw is no bound, though not all that follows is known.
    const TableLookup queens = [&](const TableKey& key) -> const Table* {
        return to_string(key) == "KQvK" ? tables.lookup()(key) : nullptr;
    };
    Table bounds = *solve_table(table_key_of("Kd7vK"), queens);
    EXPECT_FALSE(bounds.is_exact());
    EXPECT_TRUE(verify(bounds, queens, agreeing).is_clean());
    set_win(bounds, Certainty::proved, fen, Color::white, false);
    set_win(bounds, Certainty::possible, fen, Color::white, false);
    EXPECT_EQ(fault_at(verify(bounds, queens, agreeing), fen).kind, FaultKind::value);
}

/// Changes entries to what their moves say until they all agree with them.
void make_consistent(Table& table, const TableLookup& lookup) {
    while (true) {
        const VerifyReport report = verify(table, lookup, all_faults);
        if (report.first.empty() || report.first[0].kind != FaultKind::value) return;
        for (const TableFault& fault : report.first) {
            const Color side = board_of(fault.fen).side_to_move();
            set_win(table, Certainty::proved, fault.fen, side, fault.expected->worst == Wdl::win);
            set_win(table, Certainty::proved, fault.fen, !side, fault.expected->best == Wdl::loss);
        }
    }
}

TEST(TableVerifier, FindsWinsThatSupportEachOtherInACircle) {
    SolvedTables tables;
    // White is said to win all that is drawn. As long as play stays in the table, every move confirms it.
    Table table = tables.of("Ka4vKa5");
    const PositionIndexer indexer = PositionIndexer::make(table.key()).value();
    for (std::uint64_t number = 0; number < 2 * 64 * 64; ++number) {
        const TilePlace place{all_colors[number / 4096], 0, square_at(number / 64 % 64),
                              square_at(number % 64)};
        const auto board = indexer.board_at(place);
        if (!board || table.value_of(*board) != WdlBounds::exactly(Wdl::draw)) continue;
        set_win(table, Certainty::proved, to_fen(*board), Color::white, true);
    }
    make_consistent(table, tables.lookup());
    EXPECT_EQ(verify(table, tables.lookup(), agreeing).first.at(0).kind, FaultKind::foundation);
    const VerifyReport report = verify(table, tables.lookup());
    ASSERT_GT(report.faults, 0U);
    EXPECT_EQ(report.first[0].kind, FaultKind::foundation);
    EXPECT_THAT(describe(report.first[0]), HasSubstr("rests on nothing but itself"));
    EXPECT_TRUE(first_difference(table, tables.of("Ka4vKa5")));
}

TEST(TableVerifier, DoesNotAskForAFoundationInTablesThatAreAbsent) {
    SolvedTables tables;
    // Both pawns are about to promote. White wins nearly everywhere, so that king moves alone bear each other
    // out.
    const Table& table = tables.of("Kd7f7vK");
    const VerifyReport report = verify(table, find_nothing, agreeing);
    EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    EXPECT_GT(report.on_trust, 0U);
}

TEST(TableVerifier, ReportsTheFirstFaultsInTheOrderOfTheTable) {
    SolvedTables tables;
    const Table table = *solve_table(table_key_of("KRvK"), find_nothing);  // not what follows from KvK
    const VerifyReport all = verify(table, tables.lookup(), all_faults);
    tables.of("KvK");
    const VerifyReport one = verify(table, tables.lookup(), {.most_faults = 7});
    const VerifyReport many =
        verify(table, tables.lookup(), {.budget = budget_of_four_threads(), .most_faults = 7});
    EXPECT_TRUE(all.is_clean());
    EXPECT_GT(one.faults, 7U);
    EXPECT_EQ(one.faults, many.faults);
    EXPECT_EQ(one.entries, many.entries);
    EXPECT_EQ(one.legal, many.legal);
    ASSERT_EQ(one.first.size(), 7U);
    ASSERT_EQ(many.first.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(describe(one.first[i]), describe(many.first[i]));
}

TEST(TableVerifier, FoundsTheSameWinsOnManyThreads) {
    SolvedTables tables;
    EXPECT_TRUE(verify(tables.of("KRvK"), tables.lookup(), {.budget = budget_of_four_threads()}).is_clean());
}

TEST(TableVerifier, ReportsItsProgressInTwoStages) {
    SolvedTables tables;
    std::uint64_t tiles = 0;
    std::uint64_t wins = 0;
    std::uint64_t all_tiles = tables.of("KBlvK").layout().tile_count();
    VerifyOptions options;
    options.budget.progress = [&](const Progress& progress) {
        EXPECT_LE(progress.done, progress.total);
        (progress.total == all_tiles ? tiles : wins) = progress.done;
    };
    EXPECT_TRUE(verify(tables.of("KBlvK"), tables.lookup(), options).is_clean());
    EXPECT_EQ(tiles, all_tiles);
    EXPECT_EQ(wins, 0U);
    all_tiles = 1;
    EXPECT_TRUE(verify(tables.of("Kd7vK"), tables.lookup(), options).is_clean());
    EXPECT_EQ(tiles, 1U);
    EXPECT_GT(wins, 5000U);
}

TEST(TableVerifier, FindsWrongValuesUnderTheFiftyMoveRule) {
    SolvedTables tables;
    const std::string fen = "8/3P3k/8/8/8/8/8/7K w - - 0 1";
    Table table = tables.of("Kd7vK");
    table.add_rule_layer(true);
    for (const Color side : all_colors) {
        table.set_won({Certainty::proved, Rule::fifty_moves}, 0, side, Color::white,
                      table.won(Certainty::proved, 0, side, Color::white));
    }
    EXPECT_TRUE(verify(table, tables.lookup()).is_clean()) << "needless, but right";
    const TilePlace place = find_place(table.layout(), board_of(fen));
    Tile wins = table.won(Certainty::proved, 0, Color::white, Color::white);
    wins.remove(place.white_king, place.black_king);
    table.set_won({Certainty::proved, Rule::fifty_moves}, 0, Color::white, Color::white, wins);
    const VerifyReport report = verify(table, tables.lookup(), all_faults);
    EXPECT_EQ(report.faults, 1U);
    EXPECT_EQ(describe(fault_at(report, fen)), "rule: draw stored, win expected: " + fen);
}

TEST(TableVerifier, AgreesWithTheSolverAboutTheFiftyMoveRule) {
    // The tables of the children make draws of many wins, so that the rule matters everywhere.
    std::mt19937_64 random(7);
    unsigned with_layer = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const auto presence = trial % 2 == 0 ? test_support::RandomTables::Presence::all_exact
                                             : test_support::RandomTables::Presence::some_absent;
        test_support::RandomTables tables(random(), presence);
        const auto key = test_support::random_key(random, 3, trial % 3 == 0 ? 1U : 0U,
                                                  test_support::Structure::with_en_passant);
        const Table table = *solve_table(key, tables.lookup());
        with_layer += table.has_rule_layer() ? 1U : 0U;
        const VerifyReport report = verify(table, tables.lookup());
        EXPECT_TRUE(report.is_clean()) << describe(report.first.at(0));
    }
    EXPECT_GT(with_layer, 6U);
}

TEST(TableVerifier, StopsWhenAsked) {
    SolvedTables tables;
    const VerifyOptions options{.budget = test_support::budget_until([](const Progress&) { return true; })};
    const VerifyReport report = verify(tables.of("KRvK"), tables.lookup(), options);
    EXPECT_TRUE(report.was_stopped);
    EXPECT_FALSE(report.is_clean());
    EXPECT_EQ(report.entries, 2U * 64 * 64);
}

}  // namespace
}  // namespace philidor
