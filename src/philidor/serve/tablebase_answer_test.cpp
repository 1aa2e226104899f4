// Answers in the format of the lichess tablebase.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/builder/table_builder.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/key_graph.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/serve/category.hpp"
#include "philidor/serve/tablebase_json.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/table/directory_store.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::canonical_key_of;
using test_support::ending_of;

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
    std::vector<CanonicalKey> roots;
    for (const std::string& name : names) roots.push_back(canonical_key_of(name));
    const KeyGraph closure = KeyGraph::closure_of(roots, {});
    ASSERT_TRUE(build_tables(closure.levels(), store,
                             {.stores_distances = true, .progress = nullptr, .built = nullptr}));
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
    Oracle oracle(store.get(), patient());
    const Json json = answer_of(oracle, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
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

TEST(TablebaseAnswer, PutsWinsThatTheFiftyMoveRuleLeavesAloneFirst) {
    Oracle oracle(nullptr, patient());
    const Json json = answer_of(oracle, "k7/8/K7/p1P5/P7/8/8/8 w - - 0 1");
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["moves"][0]["san"], "Kxa5");
    EXPECT_EQ(json["moves"][0]["category"], "loss");
    EXPECT_EQ(json["moves"][1]["san"], "c6") << "which is nearer to the next pawn move";
    EXPECT_EQ(json["moves"][1]["category"], "maybe-loss");
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
