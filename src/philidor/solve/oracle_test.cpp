#include "philidor/solve/oracle.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using test_support::ending_of;
using test_support::table_key_of;

constexpr WdlBounds win = WdlBounds::exactly(Wdl::win);
constexpr WdlBounds draw = WdlBounds::exactly(Wdl::draw);
constexpr WdlBounds loss = WdlBounds::exactly(Wdl::loss);

const std::string trebuchet = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";
const std::string lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// As much time as it takes, or none.
Effort patient(std::uint64_t memory_bytes = std::uint64_t{1} << 30U) {
    return {Budget{}.with_memory(memory_bytes), nullptr};
}
Effort hurried() { return {Budget{}.within(std::chrono::seconds(0)), nullptr}; }

/// A store in memory.
std::unique_ptr<TableStore> make_store(const std::shared_ptr<MemoryFileSystem>& files) {
    return DirectoryStore::open_folder(files, "tables").value();
}

void build(TableStore& store, const std::vector<std::string>& names) {
    std::vector<TableKey> roots;
    for (const std::string& name : names) roots.push_back(table_key_of(name));
    ASSERT_TRUE(philidor::build(roots, store, {.stores_distances = true}));
}

TEST(Oracle, SolvesWhatNoTableCovers) {
    Oracle oracle(nullptr);
    const auto found = oracle.find_answer(ending_of(lasker), patient());
    EXPECT_EQ(found->answer.bounds, win);
    EXPECT_TRUE(found->answer.is_complete());
    EXPECT_EQ(found->answer.dtz, 27);
    EXPECT_NE(found->findings.proof, nullptr);
    const auto drawn = oracle.find_answer(ending_of("8/8/8/1k1p4/1P1P4/3K4/8/8 w - - 0 1"), patient());
    EXPECT_EQ(drawn->answer.bounds, draw);
    EXPECT_TRUE(drawn->answer.is_complete()) << "each move by itself";
}

TEST(Oracle, FindsDistancesAfterCapturesToo) {
    Oracle oracle(nullptr);
    const auto found = oracle.find_answer(ending_of("k7/8/K7/p1P5/P7/8/8/8 w - - 0 1"), patient());
    EXPECT_EQ(found->findings.tables, nullptr) << "too many men";
    EXPECT_TRUE(found->answer.has_distances());
}

TEST(Oracle, AsksTheTablesFirst) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    build(*store, {"KQvK"});
    Oracle oracle(store.get());
    const auto found = oracle.find_answer(ending_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"), patient());
    EXPECT_EQ(found->answer.dtz, 11);
    EXPECT_EQ(found->answer.moves.front().dtz, 11) << "the best move first";
    EXPECT_EQ(found->findings.proof, nullptr);
    EXPECT_EQ(found->findings.tables, nullptr);
}

TEST(Oracle, BuildsTheTablesOfFewMenForTheirDistances) {
    const Ending ending = ending_of("2K5/7P/8/8/k7/8/1P6/8 b - - 0 1");
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    for (TableStore* tables : {store.get(), static_cast<TableStore*>(nullptr)}) {
        Oracle oracle(tables);
        const auto found = oracle.find_answer(ending, patient());
        EXPECT_EQ(found->findings.proof, nullptr);
        EXPECT_EQ(found->answer.dtz, -2);
        EXPECT_TRUE(found->answer.has_distances());
        EXPECT_TRUE(oracle.keep(found->findings));
        EXPECT_EQ(oracle.find_line(ending, patient())->answer.answer.dtz, -2);
    }
    EXPECT_EQ(Oracle(store.get()).find_answer(ending, hurried())->answer.dtz, -2) << "the store has them now";
}

TEST(Oracle, TellsDistancesThatItCannotKeep) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    files->set_space(0);
    Oracle oracle(store.get());
    const auto found = oracle.find_answer(ending_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1"), patient());
    EXPECT_EQ(found->answer.bounds, loss);
    EXPECT_TRUE(found->answer.has_distances());
    EXPECT_FALSE(oracle.keep(found->findings));
}

TEST(Oracle, ProvesWithFewMenWhatItHasNoMemoryToBuild) {
    Oracle oracle(nullptr);
    const auto found = oracle.find_answer(ending_of("8/P6p/4k3/8/8/4K3/8/8 w - - 0 1"), patient(8'000'000));
    EXPECT_EQ(found->answer.bounds, win);
    EXPECT_EQ(found->findings.tables, nullptr);
    EXPECT_NE(found->findings.proof, nullptr);
}

TEST(Oracle, BuildsWhatTheStoreTellsOnlyInPart) {
    // The proof shows that the pawn move wins, so its distance is 1. The distances of other moves are not
    // known.
    const Ending ending = ending_of("4k3/8/4K3/8/4P3/8/8/8 w - - 0 1");
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    Oracle oracle(store.get());
    ASSERT_TRUE(oracle.keep(oracle.find_solution(ending, patient())->findings));
    const auto found = oracle.find_answer(ending, patient());
    EXPECT_NE(found->findings.tables, nullptr);
    for (const MoveAnswer& move : found->answer.moves) EXPECT_TRUE(move.dtz_after);
    ASSERT_TRUE(oracle.keep(found->findings));
    EXPECT_TRUE(oracle.find_answer(ending, hurried())->answer.has_distances()) << "it forgets the part";
}

TEST(Oracle, BuildsOnlyWhatTheStoreLacks) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    build(*store, {"Ke7vK"});
    const std::uint64_t too_little = memory_to_solve(table_key_of("KQvK")) - 1;
    Oracle oracle(store.get(), {.memory_bytes = too_little});
    const auto found = oracle.find_answer(ending_of("8/8/4P3/8/8/3k4/8/K7 w - - 0 1"), patient(too_little));
    EXPECT_NE(found->findings.tables, nullptr);
    EXPECT_TRUE(found->answer.has_distances());
}

TEST(Oracle, SaysUnknownWhenTimeIsUp) {
    Oracle oracle(nullptr);
    const auto found = oracle.find_answer(ending_of("8/8/3k4/2rq4/4Q3/3K4/2R5/8 w - - 0 1"), hurried());
    EXPECT_EQ(found->answer.bounds, WdlBounds{});
    EXPECT_EQ(found->answer.dtz, std::nullopt);
    const auto line = oracle.find_line(ending_of("8/8/3k4/2rq4/4Q3/3K4/2R5/8 w - - 0 1"), hurried());
    EXPECT_FALSE(line->answer.value().is_exact());
}

TEST(Oracle, KnowsTheEndOfTheGameWithoutTables) {
    Oracle oracle(nullptr);
    const auto value = [&](std::string_view fen) {
        return oracle.find_answer(ending_of(fen), hurried())->answer.bounds;
    };
    EXPECT_EQ(value("8/8/8/8/8/2k5/1q6/K7 w - - 0 1"), loss);
    EXPECT_EQ(value("8/8/8/8/8/1k6/2q5/K7 w - - 0 1"), draw);
    EXPECT_EQ(value("8/8/8/8/8/1k6/8/K1B5 w - - 0 1"), draw);
}

TEST(Oracle, KeepsWhatItProves) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    const Ending ending = ending_of(lasker);
    {
        Oracle oracle(store.get());
        const auto found = oracle.find_answer(ending, patient());
        ASSERT_TRUE(oracle.keep(found->findings));
    }
    Oracle restarted(store.get());
    EXPECT_EQ(restarted.find_answer(ending, hurried())->answer.bounds, win);
}

TEST(Oracle, KeepsWhatAPlainAnswerFound) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    Oracle oracle(store.get(), {.time = std::chrono::hours(1)});
    EXPECT_EQ(oracle.answer(ending_of(lasker))->bounds, win);
    EXPECT_EQ(Oracle(store.get()).find_answer(ending_of(lasker), hurried())->answer.bounds, win);
}

TEST(Oracle, GivesAPlainAnswerWithinItsTime) {
    Oracle oracle(nullptr, {.time = std::chrono::seconds(0)});
    EXPECT_FALSE(oracle.answer(ending_of(lasker))->bounds.is_exact());
}

TEST(Oracle, FailsWithItsStore) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    files->set_space(0);
    EXPECT_EQ(Oracle(store.get()).answer(ending_of(trebuchet)).error().kind, TableError::unwritable);
    files->place("tables/Ke4vKe5.wdl", Bytes(100));
    Oracle oracle(store.get());
    EXPECT_EQ(oracle.answer(ending_of(trebuchet)).error().kind, TableError::corrupt);
    EXPECT_EQ(oracle.find_solution(ending_of(trebuchet), patient()).error().kind, TableError::corrupt);
}

TEST(Oracle, BeginsASolutionWithWhatIsStored) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    Oracle oracle(store.get());
    const auto first = oracle.find_solution(ending_of(trebuchet), patient());
    EXPECT_TRUE(first->answer.is_complete());
    EXPECT_GT(first->answer.line.size(), 10U);
    ASSERT_TRUE(oracle.keep(first->findings));
    const auto second = oracle.find_solution(ending_of(trebuchet), patient());
    EXPECT_LT(second->answer.statistics.tables, first->answer.statistics.tables);
}

/// Whether the line of a solution ends with mate.
bool ends_with_mate(const Solution& solution) {
    Board board = solution.answer.board;
    for (const LineMove& step : solution.line) board.play(step.answer.move);
    return is_checkmate(board);
}

TEST(Oracle, ProvesAnewHowToWinWhatIsStored) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    Oracle oracle(store.get());
    for (const std::string_view time : {"first", "second"}) {
        const auto found = oracle.find_line(ending_of(lasker), patient());
        EXPECT_TRUE(ends_with_mate(found->answer)) << time;
        EXPECT_EQ(found->answer.answer.dtz, 27) << time;
        ASSERT_TRUE(oracle.keep(found->findings));
    }
}

TEST(Oracle, EndsLinesAtTheirLimit) {
    Oracle oracle(nullptr, {.line_plies = 3});
    const std::string queen = "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1";
    EXPECT_EQ(oracle.find_line(ending_of(queen), patient())->answer.line.size(), 3U) << "from tables";
    const auto proved = oracle.find_line(ending_of(lasker), patient());
    ASSERT_EQ(proved->answer.line.size(), 3U) << "by proof";
    EXPECT_EQ(proved->answer.line.front().answer.dtz, 27);
}

TEST(Oracle, EndsLinesWhereADrawCanBeClaimed) {
    Oracle oracle(nullptr);
    const auto plies = [&](std::string_view fen) {
        return oracle.find_line(ending_of(fen), patient())->answer.line.size();
    };
    EXPECT_EQ(plies("8/8/8/8/8/3k4/8/K1Q5 w - - 95 60"), 5U) << "from tables";
    EXPECT_EQ(plies("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 92 60"), 8U) << "by proof";
}

TEST(Oracle, GivesKeySquaresTheirOwnTime) {
    Oracle oracle(nullptr);
    const auto late = oracle.find_key_squares(ending_of(trebuchet), hurried(), std::chrono::hours(1));
    EXPECT_TRUE(late->answer.key_squares->is_complete());
    const Ending drawn = ending_of("8/8/8/1k1p4/1P1P4/3K4/8/8 w - - 0 1");
    const auto found = oracle.find_key_squares(drawn, patient(), std::chrono::seconds(0));
    EXPECT_TRUE(found->answer.answer.is_complete()) << "each move by itself";
    EXPECT_FALSE(found->answer.key_squares->is_complete());
}

}  // namespace
}  // namespace philidor
