// Answers in the format of the lichess tablebase.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/serve/category.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::ending_of;
using test_support::table_key_of;

constexpr WdlBounds win = WdlBounds::exactly(Wdl::win);
constexpr WdlBounds draw = WdlBounds::exactly(Wdl::draw);
constexpr WdlBounds loss = WdlBounds::exactly(Wdl::loss);

/// No limit on the time.
OracleOptions patient() { return {.time = std::chrono::hours(1)}; }

/// The answer of an oracle in the format of the lichess tablebase.
Json answer_of(Oracle& oracle, std::string_view fen) {
    return tablebase_json(oracle.answer(ending_of(fen)).value());
}
Json mainline_of(Oracle& oracle, std::string_view fen) {
    Effort effort;
    effort.budget.memory_bytes = std::uint64_t{1} << 30U;
    return mainline_json(oracle.find_line(ending_of(fen), effort)->answer);
}

/// A store in memory.
std::unique_ptr<TableStore> make_store(const std::shared_ptr<MemoryFileSystem>& files) {
    return DirectoryStore::open_folder(files, "tables").value();
}

void build(TableStore& store, const std::vector<std::string>& names) {
    std::vector<TableKey> roots;
    for (const std::string& name : names) roots.push_back(table_key_of(name));
    ASSERT_TRUE(philidor::build(roots, store, {.stores_distances = true}));
}

TEST(Category, FollowsFromTheValueWithTheRuleAndWithoutIt) {
    EXPECT_EQ(category_of({win, win}), Category::win);
    EXPECT_EQ(category_of({win, draw}), Category::cursed_win);
    EXPECT_EQ(category_of({draw, draw}), Category::draw);
    EXPECT_EQ(category_of({loss, draw}), Category::blessed_loss);
    EXPECT_EQ(category_of({loss, loss}), Category::loss);
    EXPECT_EQ(category_of(win), Category::maybe_win) << "of the rule nothing is known";
    EXPECT_EQ(category_of(loss), Category::maybe_loss);
}

TEST(Category, SaysUnknownForBounds) {
    for (const WdlBounds bounds :
         {WdlBounds{}, WdlBounds{Wdl::draw, Wdl::win}, WdlBounds{Wdl::loss, Wdl::draw}}) {
        EXPECT_EQ(category_of(bounds), Category::unknown);
    }
}

TEST(TablebaseAnswer, HeedsTheClock) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"KQvK"});
    Oracle oracle(store.get(), patient());
    const auto category = [&](std::string_view fen) {
        return std::string(answer_of(oracle, fen)["category"]);
    };
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 89 1"), "win") << "in 11 plies";
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 90 1"), "cursed-win");
    EXPECT_EQ(category("8/8/8/8/8/3k4/8/K1Q5 w - - 100 1"), "cursed-win");
    EXPECT_EQ(category("8/8/8/8/8/2k5/1q6/K7 w - - 120 90"), "loss") << "mate counts whatever the clock says";
    const Json json = answer_of(oracle, "8/8/8/8/8/3k4/8/K1Q5 w - - 90 1");
    EXPECT_EQ(json["dtz"], 11);
    EXPECT_EQ(json["precise_dtz"], 11);
    EXPECT_EQ(json["moves"][0]["category"], "blessed-loss");
}

TEST(TablebaseAnswer, HasTheFieldsOfTheLichessTablebase) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"KQvK"});
    Oracle oracle(store.get(), patient());
    const Json json = answer_of(oracle, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    const std::vector<std::string> fields{
        "category",  "worst",     "best",        "dtz",          "precise_dtz",           "dtm",  "dtc",
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
              R"("precise_dtz":-1,"dtm":0,"dtc":null,"checkmate":true,"stalemate":false,"variant_win":false,)"
              R"("variant_loss":false,"insufficient_material":false,"zeroing":false})");
    EXPECT_EQ(json["moves"].back()["category"], "draw");
}

TEST(TablebaseAnswer, TellsWhatIsProvedOfTheUnknown) {
    Answer answer = answer_by_rules(board_of("8/8/8/3k4/8/8/3P4/K7 w - - 0 1"));
    answer.bounds = {Wdl::draw, Wdl::win};
    answer.moves[0].bounds = {Wdl::draw, Wdl::win};  // for the side that makes the move
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
    Oracle oracle(store.get(), patient());
    const Json json = answer_of(oracle, "8/4P3/2K5/8/8/8/k7/8 w - - 0 1");
    EXPECT_EQ(json["dtz"], 1);
    const Json& queen = json["moves"][0];
    EXPECT_EQ(queen["san"], "e8=Q");
    EXPECT_EQ(queen["zeroing"], true);
    EXPECT_LT(queen["dtz"], -2);
    EXPECT_EQ(queen["category"], "loss");
    for (const Json& move : json["moves"]) EXPECT_FALSE(move["dtz"].is_null()) << move;
}

TEST(TablebaseAnswer, KnowsThatProvedWinsFitIntoTheFiftyMoveRule) {
    Oracle oracle(nullptr, patient());
    const Json json = answer_of(oracle, "k7/8/K7/p1P5/P7/8/8/8 w - - 0 1");
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["moves"][0]["san"], "c6") << "which is nearer to the next pawn move";
    EXPECT_EQ(json["moves"][0]["category"], "loss");
    EXPECT_EQ(json["moves"][1]["san"], "Kxa5");
    EXPECT_EQ(json["moves"][1]["category"], "loss");
}

TEST(Mainline, EndsWithMate) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = make_store(files);
    build(*store, {"KQvK"});
    for (TableStore* tables : {store.get(), static_cast<TableStore*>(nullptr)}) {
        Oracle oracle(tables, patient());
        const Json json = mainline_of(oracle, "8/8/8/8/8/3k4/8/K1Q5 w - - 0 1");
        EXPECT_EQ(json["winner"], "w");
        EXPECT_EQ(json["dtz"], 11);
        ASSERT_EQ(json["mainline"].size(), 11U);
        EXPECT_EQ(json["mainline"][10]["dtz"], -1);
        EXPECT_EQ(std::string(json["mainline"][10]["san"]).back(), '#');
    }
}

TEST(Mainline, IsEmptyForADrawAndEndsWhenADrawCanBeClaimed) {
    Oracle oracle(nullptr, patient());
    const Json drawn = mainline_of(oracle, "8/8/8/3k4/8/8/3P4/K7 w - - 0 1");
    EXPECT_EQ(drawn.dump(), R"({"dtz":0,"precise_dtz":0,"mainline":[],"winner":null})");
    const Json late = mainline_of(oracle, "8/8/8/8/8/3k4/8/K1Q5 w - - 95 60");
    EXPECT_TRUE(late["winner"].is_null());
    EXPECT_EQ(late["mainline"].size(), 5U);
}

}  // namespace
}  // namespace philidor
