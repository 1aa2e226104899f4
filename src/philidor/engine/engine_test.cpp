#include "philidor/engine/engine.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/engine/detail/bench.hpp"
#include "philidor/engine/detail/table_knowledge.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::move_of;
using test_support::table_key_of;

constexpr std::size_t small_memory = std::size_t{1} << 20U;
constexpr std::string_view middlegame =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

AnalyzeRequest request_for(std::string_view fen, int depth) {
    AnalyzeRequest request;
    request.game = Game(board_of(fen));
    request.limits.depth = depth;
    return request;
}

/// Enough time for any proof, even on a slow machine.
AnalyzeRequest patient_request_for(std::string_view fen) {
    AnalyzeRequest request;
    request.game = Game(board_of(fen));
    request.limits.move_time = std::chrono::hours(1);
    return request;
}

/// The tables of these keys, with or without the tables that they need.
std::unique_ptr<TableStore> tables_of(const std::string& name, bool is_complete = true) {
    auto store = make_memory_store();
    using Children = BuildOptions::Children;
    const Children children = is_complete ? Children::closure : Children::none;
    EXPECT_TRUE(build(table_key_of(name), *store, {.children = children}));
    return store;
}

TEST(Engine, HasNoMoveWhenTheGameIsOver) {
    Engine engine({.memory_bytes = small_memory});
    EXPECT_FALSE(engine.analyze(request_for("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 3)).move) << "mate";
    EXPECT_FALSE(engine.analyze(request_for("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 3)).move) << "stalemate";
}

TEST(Engine, TellsEveryIterationWithALegalLine) {
    Engine engine({.memory_bytes = small_memory});
    const AnalyzeRequest request = request_for(middlegame, 7);
    int depth = 0;
    const BestMove best = engine.analyze(request, [&](const SearchInfo& info) {
        EXPECT_EQ(info.depth, ++depth);
        EXPECT_GE(info.selective_depth, 1);
        EXPECT_FALSE(info.proved);
        Board board = request.game.board();
        for (const Move move : info.moves) {
            ASSERT_TRUE(is_legal(board, move));
            board.play(move);
        }
    });
    EXPECT_EQ(depth, 7);
    EXPECT_TRUE(is_legal(request.game.board(), *best.move));
}

TEST(Engine, SearchesTheSameNodesEveryTime) {
    Engine engine({.memory_bytes = small_memory});
    (void)engine.analyze(request_for(middlegame, 7));
    const std::uint64_t nodes = engine.nodes();
    engine.forget();
    (void)engine.analyze(request_for(middlegame, 7));
    EXPECT_EQ(engine.nodes(), nodes);
}

TEST(Engine, StopsAtTheNodeThatItWasTold) {
    Engine engine({.memory_bytes = small_memory});
    for (const std::uint64_t nodes : {1U, 100U, 3000U}) {
        AnalyzeRequest request = request_for(middlegame, most_plies);
        request.limits.nodes = nodes;
        EXPECT_TRUE(engine.analyze(request).move);
        EXPECT_LE(engine.nodes(), nodes + 1023);
        EXPECT_GE(engine.nodes(), nodes);
    }
}

TEST(Engine, FindsSeveralBestMoves) {
    Engine engine({.memory_bytes = small_memory});
    AnalyzeRequest request = request_for(middlegame, 5);
    request.lines = 3;
    std::vector<SearchInfo> last(3);
    const BestMove best =
        engine.analyze(request, [&](const SearchInfo& info) { last.at(info.line - 1) = info; });
    EXPECT_EQ(last[0].moves.front(), *best.move);
    EXPECT_GE(last[0].value, last[1].value);
    EXPECT_GE(last[1].value, last[2].value);
    EXPECT_NE(last[0].moves.front(), last[1].moves.front());
    EXPECT_NE(last[1].moves.front(), last[2].moves.front());
}

TEST(Engine, ChoosesAmongTheMovesItMay) {
    Engine engine({.memory_bytes = small_memory});
    AnalyzeRequest request = request_for("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 4);
    request.only_moves = {move_of(request.game.board(), "a1a2"), move_of(request.game.board(), "d1d7")};
    EXPECT_NE(*engine.analyze(request).move, move_of(request.game.board(), "d1d8"));
}

TEST(Engine, StopsWhenAnotherThreadSaysSo) {
    for (const unsigned threads : {1U, 3U}) {
        Engine engine({.memory_bytes = small_memory, .threads = threads});
        AnalyzeRequest request = request_for(middlegame, most_plies);
        request.is_infinite = true;
        std::stop_source stop;
        const auto stop_soon = [&](const SearchInfo& info) {
            if (info.depth == 4) std::jthread([&] { stop.request_stop(); });
        };
        EXPECT_TRUE(engine.analyze(request, stop_soon, stop.get_token()).move);
    }
}

TEST(Engine, PondersUntilItsClockRuns) {
    Engine engine({.memory_bytes = small_memory});
    AnalyzeRequest request;
    request.limits.move_time = std::chrono::milliseconds(1);
    std::atomic<bool> is_pondering = true;
    request.is_pondering = &is_pondering;
    int depth = 0;
    (void)engine.analyze(request, [&](const SearchInfo& info) {
        depth = info.depth;
        if (depth == 5) is_pondering = false;
    });
    EXPECT_GE(depth, 5);
}

TEST(Engine, EndsWithTheMateThatWasAskedFor) {
    Engine engine({.memory_bytes = small_memory});
    AnalyzeRequest request = request_for("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", most_plies);
    request.limits.mate = 2;
    EXPECT_EQ(engine.analyze(request).value.mate_moves(), 2);
}

TEST(Engine, KnowsDrawsByRepetitionAndByFiftyMoves) {
    Engine engine({.memory_bytes = small_memory});
    AnalyzeRequest request = request_for("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", 4);
    for (const std::string_view name : {"a1a2", "h8h7", "a2a1", "h7h8", "a1a2", "h8h7", "a2a1"}) {
        request.game.play(move_of(request.game.board(), name));
    }
    request.only_moves = {move_of(request.game.board(), "h7h8")};
    EXPECT_EQ(engine.analyze(request).value, Value()) << "the third time";
    EXPECT_EQ(engine.analyze(request_for("7k/8/8/8/8/8/8/K5Q1 w - - 99 80", 4)).value, Value());
    engine.forget();
    EXPECT_GT(engine.analyze(request_for("7k/8/8/8/8/8/8/K5Q1 w - - 0 80", 4)).value, Value(500));
}

TEST(Engine, PlaysPerfectlyFromTables) {
    Engine engine({.memory_bytes = small_memory});
    EXPECT_GT(engine.set_tables(tables_of("KRvK")).value(), 0U);
    AnalyzeRequest request = request_for("8/8/8/3k4/8/8/8/KR6 w - - 0 1", 1);
    int plies = 0;
    int last_dtz = 1000;
    while (has_legal_move(request.game.board()) && plies < 40) {
        const bool is_winner = request.game.board().side_to_move() == Color::white;
        const BestMove best = engine.analyze(request, [&](const SearchInfo& info) {
            ASSERT_TRUE(info.proved);
            EXPECT_EQ(info.proved->value, is_winner ? Wdl::win : Wdl::loss);
            EXPECT_LT(std::abs(info.proved->dtz.value()), last_dtz);
            last_dtz = std::abs(*info.proved->dtz);
        });
        request.game.play(*best.move);
        ++plies;
    }
    EXPECT_TRUE(is_checkmate(request.game.board()));
}

TEST(Engine, UsesTablesInsideTheSearch) {
    // The rook ending after the capture is in the tables; the position itself is not.
    Engine engine({.memory_bytes = small_memory});
    EXPECT_GT(engine.set_tables(tables_of("KRvK")).value(), 0U);
    std::uint64_t hits = 0;
    const AnalyzeRequest request = request_for("8/8/8/3k4/8/8/1n6/KR6 w - - 0 1", 4);
    const BestMove best = engine.analyze(request, [&](const SearchInfo& info) { hits = info.table_hits; });
    EXPECT_TRUE(best.value.is_decided());
    EXPECT_GT(best.value, Value());
    EXPECT_GT(hits, 0U);
}

/// A table of Ka2vK that knows only that White does not win when this side is to move, which is false.
std::unique_ptr<TableStore> table_without_hope_for_white(Color side_to_move) {
    Table table(table_key_of("Ka2vK"), false);
    LegalTiles tiles;
    find_legal_tiles({{Bitboard(Square::a2), {}}}, {}, tiles);
    for (const Color side : all_colors) {
        auto& possible = table.raw_wins(Certainty::possible, 0, side).wins;
        possible[Color::black] = tiles.legal[side];
        if (side != side_to_move) possible[Color::white] = tiles.legal[side];
        for (std::size_t row = 0; row < square_count; ++row) {
            for (const Color winner : all_colors)
                table.raw_wins(Certainty::proved, 0, side).wins[winner].rows[row] =
                    ~tiles.legal[side].rows[row];
        }
    }
    auto store = make_memory_store();
    EXPECT_TRUE(store->put(table));
    return store;
}

TEST(Engine, BelievesBoundsInsideTheSearch) {
    // After the only move allowed, White is a pawn up.
    AnalyzeRequest white = request_for("8/8/8/3k4/8/8/Pn6/K7 w - - 0 1", 5);
    white.only_moves = {move_of(white.game.board(), "a1b2")};
    AnalyzeRequest black = request_for("8/8/3N4/3k4/8/8/P7/K7 b - - 0 1", 5);
    black.only_moves = {move_of(black.game.board(), "d5d6")};
    Engine engine({.memory_bytes = small_memory});
    EXPECT_GT(engine.analyze(white).value, Value());
    EXPECT_LT(engine.analyze(black).value, Value());

    engine.forget();
    EXPECT_EQ(engine.set_tables(table_without_hope_for_white(Color::black)), 1U);
    EXPECT_LE(engine.analyze(white).value, Value()) << "Black to move draws or wins";
    engine.forget();
    EXPECT_EQ(engine.set_tables(table_without_hope_for_white(Color::white)), 1U);
    EXPECT_GE(engine.analyze(black).value, Value()) << "White to move draws or loses";
}

TEST(TableKnowledge, TellsBoundsAndNothingWithoutATable) {
    // Without the tables below it, the table of the pawn knows only that White does not lose.
    const auto tables = TableKnowledge::open(tables_of("Ka2vK", false)).value();
    EXPECT_EQ(tables->size(), 1U);
    EXPECT_EQ(tables->bounds_of(board_of("8/8/8/8/k7/8/P7/K7 w - - 0 1")), (WdlBounds{Wdl::draw, Wdl::win}));
    EXPECT_EQ(tables->bounds_of(board_of("k7/p7/8/K7/8/8/8/8 b - - 0 1")), (WdlBounds{Wdl::draw, Wdl::win}));
    EXPECT_FALSE(tables->bounds_of(board_of("8/8/8/8/8/8/P7/K1k5 b - - 0 1"))) << "nothing is certain";
    EXPECT_FALSE(tables->bounds_of(board_of("8/8/8/8/k7/P7/8/K7 w - - 0 1"))) << "another key";
}

TEST(TableKnowledge, KnowsNothingWithCastlingRights) {
    const auto tables = TableKnowledge::open(tables_of("KRvK")).value();
    EXPECT_EQ(tables->bounds_of(board_of("8/8/8/8/6k1/8/8/4K2R w - - 0 1")), WdlBounds::exactly(Wdl::win));
    EXPECT_FALSE(tables->bounds_of(board_of("8/8/8/8/6k1/8/8/4K2R w K - 0 1")));
}

TEST(Engine, SolvesEndingsOnTheBoard) {
    Engine engine({.memory_bytes = small_memory});
    const AnalyzeRequest request = patient_request_for("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    bool is_proved = false;
    const BestMove best =
        engine.analyze(request, [&](const SearchInfo& info) { is_proved = info.proved.has_value(); });
    EXPECT_TRUE(is_proved);
    EXPECT_TRUE(best.value.is_mate()) << "the line goes that far";
}

TEST(Engine, ProvesWhatTimeAllowsHoweverManyMenThereAre) {
    Engine engine({.memory_bytes = small_memory});
    const AnalyzeRequest request = patient_request_for("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    bool is_proved = false;
    const BestMove best =
        engine.analyze(request, [&](const SearchInfo& info) { is_proved = info.proved.has_value(); });
    EXPECT_TRUE(is_proved);
    EXPECT_EQ(to_uci(request.game.board(), *best.move), "a1b1");
}

TEST(Engine, HoldsDrawsThatItHasProved) {
    Engine engine({.memory_bytes = small_memory});
    const AnalyzeRequest request = patient_request_for("8/4k3/4P3/4K3/8/8/8/8 b - - 0 1");
    std::stop_source stop;
    const auto stop_at_once = [&](const SearchInfo& info) {
        EXPECT_EQ(info.proved.value().value, Wdl::draw);
        EXPECT_EQ(info.value, Value());
        stop.request_stop();
    };
    const BestMove best = engine.analyze(request, stop_at_once, stop.get_token());
    EXPECT_EQ(*best.move, move_of(request.game.board(), "e7e8")) << "the king steps straight back, or loses";
}

// This number changes with the search or the evaluation. The commit must say whether that was intended.
TEST(Bench, HasItsSignature) { EXPECT_EQ(bench(5).nodes, 33'471U); }

TEST(Engine, FindsNearlyEveryPawnStructureInItsCacheInTheCourseOfAGame) {
    Engine engine;
    AnalyzeRequest request;
    request.game = Game(board_of("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"));
    request.limits.nodes = 20'000;
    for (int ply = 0; ply < 20; ++ply) {
        const BestMove best = engine.analyze(request);
        ASSERT_TRUE(best.move.has_value());
        request.game.play(*best.move);
    }
    EXPECT_GT(engine.pawn_hash().probes, 100'000U);
    EXPECT_GE(engine.pawn_hash().hit_rate(), 0.95);
}

}  // namespace
}  // namespace philidor
