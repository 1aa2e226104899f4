// What is said about positions in the words of the lichess tablebase.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/retrograde_solver.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/serve/category.hpp"
#include "philidor/serve/oracle.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/table/directory_store.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::canonical_key_of;

constexpr WdlBounds win = WdlBounds::exactly(Wdl::win);
constexpr WdlBounds draw = WdlBounds::exactly(Wdl::draw);
constexpr WdlBounds loss = WdlBounds::exactly(Wdl::loss);

const std::string lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// As much time as it takes, or none.
Effort patient() { return {std::chrono::steady_clock::now() + std::chrono::hours(1), nullptr}; }
Effort hurried() { return {std::chrono::steady_clock::now(), nullptr}; }

/// A store in memory.
std::unique_ptr<TableStore> make_store(const std::shared_ptr<MemoryFileSystem>& files) {
    return DirectoryStore::open_folder(files, "tables").value();
}

void build(TableStore& store, const std::vector<std::string>& names) {
    std::vector<CanonicalKey> roots;
    for (const std::string& name : names) roots.push_back(canonical_key_of(name));
    ASSERT_TRUE(philidor::build(roots, store, {.stores_distances = true}));
}

Category category(std::string_view fen, WdlBounds bounds, std::optional<int> dtz) {
    return category_of(board_of(fen), bounds, dtz);
}

TEST(Category, HeedsTheClock) {
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", win, 11), Category::win);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 89 1", win, 11), Category::win);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 90 1", win, 11), Category::maybe_win);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 b - - 90 1", loss, -10), Category::loss);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 b - - 90 1", loss, -12), Category::maybe_loss);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 35 1", win, {}), Category::maybe_win);
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 34 1", win, {}), Category::win);
}

TEST(Category, IsNotSureOfWinsThatMayTakeFiftyMovesLater) {
    EXPECT_EQ(category("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", win, 27), Category::maybe_win);
    EXPECT_EQ(category("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", draw, 0), Category::draw);
}

TEST(Category, SaysUnknownForBounds) {
    for (const WdlBounds bounds :
         {WdlBounds{}, WdlBounds{Wdl::draw, Wdl::win}, WdlBounds{Wdl::loss, Wdl::draw}}) {
        EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1", bounds, {}), Category::unknown);
    }
}

TEST(Category, CountsMateWhateverTheClockSays) {
    EXPECT_EQ(category("8/8/8/8/8/2k5/1q6/K7 w - - 120 90", loss, -1), Category::loss);
}

TEST(TablebaseAnswer, HasTheFieldsOfTheLichessTablebase) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"KQvK"});
    Oracle oracle(store.get(), {});
    const Json json =
        tablebase_json(oracle.answer(board_of("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), patient())->answer);
    const std::vector<std::string> fields{
        "category",  "worst",     "best",        "dtz",          "precise_dtz",           "dtm",
        "checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material", "moves"};
    std::vector<std::string> found;
    for (const auto& [name, value] : json.items()) found.push_back(name);
    EXPECT_EQ(found, fields);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["dtz"], 1);
    EXPECT_EQ(json["precise_dtz"], 1);
    EXPECT_TRUE(json["dtm"].is_null());
    EXPECT_EQ(json["checkmate"], false);
    const Json mate = json["moves"][0];
    EXPECT_EQ(mate.dump(),
              R"({"uci":"g6g7","san":"Qg7#","category":"loss","worst":-1,"best":-1,"dtz":-1,)"
              R"("precise_dtz":-1,"dtm":null,"checkmate":true,"stalemate":false,"variant_win":false,)"
              R"("variant_loss":false,"insufficient_material":false,"zeroing":false})");
    EXPECT_EQ(json["moves"].back()["category"], "draw");
}

TEST(TablebaseAnswer, TellsWhatIsProvedOfTheUnknown) {
    PositionAnswer answer = answer_by_rules(board_of("8/8/8/3k4/8/8/3P4/K7 w - - 0 1"));
    answer.bounds = {Wdl::draw, Wdl::win};
    answer.moves[0].bounds = {Wdl::loss, Wdl::draw};
    const Json json = tablebase_json(answer);
    EXPECT_EQ(json["category"], "unknown");
    EXPECT_EQ(json["worst"], 0);
    EXPECT_EQ(json["best"], 1);
    EXPECT_EQ(json["moves"][0]["category"], "unknown");
    EXPECT_EQ(json["moves"][0]["worst"], -1);
    EXPECT_EQ(json["moves"][0]["best"], 0);
}

TEST(TablebaseAnswer, TellsDistancesAfterCapturesAndPromotions) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"Ke7vK"});
    Oracle oracle(store.get(), {});
    const Json json =
        tablebase_json(oracle.answer(board_of("8/4P3/2K5/8/8/8/k7/8 w - - 0 1"), patient())->answer);
    EXPECT_EQ(json["dtz"], 1);
    const Json& queen = json["moves"][0];
    EXPECT_EQ(queen["san"], "e8=Q");
    EXPECT_EQ(queen["zeroing"], true);
    EXPECT_LT(queen["dtz"], -2);
    EXPECT_EQ(queen["category"], "loss");
    for (const Json& move : json["moves"]) EXPECT_FALSE(move["dtz"].is_null()) << move;
}

TEST(TablebaseAnswer, PutsWinsThatTheFiftyMoveRuleLeavesAloneFirst) {
    Oracle oracle(nullptr, {});
    const Json json =
        tablebase_json(oracle.answer(board_of("k7/8/K7/p1P5/P7/8/8/8 w - - 0 1"), patient())->answer);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["moves"][0]["san"], "Kxa5");
    EXPECT_EQ(json["moves"][0]["category"], "loss");
    EXPECT_EQ(json["moves"][1]["san"], "c6") << "which is nearer to the next pawn move";
    EXPECT_EQ(json["moves"][1]["category"], "maybe-loss");
}

TEST(Oracle, SolvesWhatNoTableCovers) {
    Oracle oracle(nullptr, {});
    const auto found = oracle.answer(board_of(lasker), patient());
    EXPECT_EQ(found->answer.bounds, win);
    EXPECT_TRUE(found->answer.is_complete());
    EXPECT_NE(found->findings.proof, nullptr);
}

TEST(Oracle, BuildsTheTablesOfFewMenForTheirDistances) {
    const Board board = board_of("2K5/7P/8/8/k7/8/1P6/8 b - - 0 1");
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    for (TableStore* tables : {store.get(), static_cast<TableStore*>(nullptr)}) {
        Oracle oracle(tables, {});
        const auto found = oracle.answer(board, patient());
        EXPECT_EQ(found->findings.proof, nullptr);
        EXPECT_EQ(found->answer.dtz, -2);
        EXPECT_TRUE(found->answer.has_distances());
        EXPECT_TRUE(oracle.keep(found->findings));
        EXPECT_EQ(oracle.mainline(board, patient())->answer->dtz, -2);
    }
    EXPECT_EQ(Oracle(store.get(), {}).answer(board, hurried())->answer.dtz, -2) << "the store has them now";
}

TEST(Oracle, TellsDistancesThatItCannotKeep) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    files->set_space(0);
    Oracle oracle(store.get(), {});
    const auto found = oracle.answer(board_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1"), patient());
    EXPECT_EQ(found->answer.bounds, loss);
    EXPECT_TRUE(found->answer.has_distances());
    EXPECT_FALSE(oracle.keep(found->findings));
}

TEST(Oracle, ProvesWithFewMenWhatItHasNoMemoryToBuild) {
    Oracle oracle(nullptr, {.memory_bytes = 8'000'000});
    const auto found = oracle.answer(board_of("8/P6p/4k3/8/8/4K3/8/8 w - - 0 1"), patient());
    EXPECT_EQ(found->answer.bounds, win);
    EXPECT_EQ(found->findings.tables, nullptr);
    EXPECT_NE(found->findings.proof, nullptr);
}

TEST(Oracle, BuildsWhatTheStoreTellsOnlyInPart) {
    // A proof knows who wins, and the pawn's move is one that does: its distance is 1, those of others are
    // open.
    const Board board = board_of("4k3/8/4K3/8/4P3/8/8/8 w - - 0 1");
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    Oracle oracle(store.get(), {});
    ASSERT_TRUE(oracle.keep(oracle.solve(board, patient())->findings));
    const auto found = oracle.answer(board, patient());
    EXPECT_NE(found->findings.tables, nullptr);
    for (const MoveOutcome& move : found->answer.moves) EXPECT_TRUE(move.dtz);
}

TEST(Oracle, BuildsOnlyWhatTheStoreLacks) {
    const auto store = make_store(std::make_shared<MemoryFileSystem>());
    build(*store, {"Ke7vK"});
    const std::uint64_t too_little = memory_to_solve(canonical_key_of("KQvK")) - 1;
    Oracle oracle(store.get(), {.memory_bytes = too_little});
    const auto found = oracle.answer(board_of("8/8/4P3/8/8/3k4/8/K7 w - - 0 1"), patient());
    EXPECT_NE(found->findings.tables, nullptr);
    EXPECT_TRUE(found->answer.has_distances());
}

TEST(Oracle, SaysUnknownWhenTimeIsUp) {
    Oracle oracle(nullptr, {});
    const auto found = oracle.answer(board_of("8/8/3k4/2rq4/4Q3/3K4/2R5/8 w - - 0 1"), hurried());
    const Json json = tablebase_json(found->answer);
    EXPECT_EQ(json["category"], "unknown");
    EXPECT_TRUE(json["dtz"].is_null());
    EXPECT_FALSE(oracle.mainline(board_of("8/8/3k4/2rq4/4Q3/3K4/2R5/8 w - - 0 1"), hurried())->answer);
}

TEST(Oracle, KnowsNothingOfCastling) {
    Oracle oracle(nullptr, {});
    const auto found = oracle.answer(board_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), patient());
    EXPECT_EQ(tablebase_json(found->answer)["category"], "unknown");
}

TEST(Oracle, KnowsTheEndOfTheGameWithoutTables) {
    Oracle oracle(nullptr, {});
    const auto category = [&](std::string_view fen) {
        return std::string(tablebase_json(oracle.answer(board_of(fen), hurried())->answer)["category"]);
    };
    EXPECT_EQ(category("8/8/8/8/8/2k5/1q6/K7 w - - 0 1"), "loss");
    EXPECT_EQ(category("8/8/8/8/8/1k6/2q5/K7 w - - 0 1"), "draw");
    EXPECT_EQ(category("8/8/8/8/8/1k6/8/K1B5 w - - 0 1"), "draw");
}

TEST(Oracle, KeepsWhatItProves) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    const Board board = board_of(lasker);
    {
        Oracle oracle(store.get(), {});
        const auto found = oracle.answer(board, patient());
        ASSERT_TRUE(oracle.keep(found->findings));
    }
    Oracle restarted(store.get(), {});
    EXPECT_EQ(restarted.answer(board, hurried())->answer.bounds, win);
}

TEST(Mainline, EndsWithMate) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"KQvK"});
    for (TableStore* tables : {store.get(), static_cast<TableStore*>(nullptr)}) {
        Oracle oracle(tables, {});
        const auto found = oracle.mainline(board_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"), patient());
        ASSERT_TRUE(found->answer);
        const Json json = tablebase_json(*found->answer);
        EXPECT_EQ(json["winner"], "w");
        EXPECT_EQ(json["dtz"], 11);
        ASSERT_EQ(json["mainline"].size(), 11U);
        EXPECT_EQ(json["mainline"][10]["dtz"], -1);
        EXPECT_EQ(std::string(json["mainline"][10]["san"]).back(), '#');
    }
}

TEST(Mainline, IsEmptyForADrawAndEndsWhenADrawCanBeClaimed) {
    Oracle oracle(nullptr, {});
    const Json drawn =
        tablebase_json(*oracle.mainline(board_of("8/8/8/3k4/8/8/3P4/K7 w - - 0 1"), patient())->answer);
    EXPECT_EQ(drawn.dump(), R"({"dtz":0,"precise_dtz":0,"mainline":[],"winner":null})");
    const Json late =
        tablebase_json(*oracle.mainline(board_of("8/8/8/8/8/3k4/8/K1Q5 w - - 95 60"), patient())->answer);
    EXPECT_TRUE(late["winner"].is_null());
    EXPECT_EQ(late["mainline"].size(), 5U);
}

}  // namespace
}  // namespace philidor
