#include "philidor/games/build_planner.hpp"

#include <fstream>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace philidor {
namespace {

using test_support::table_key_of;

/// Ke7vK five times, Ke6vK three times, KRvK once; nothing else.
constexpr const char* games = R"([FEN "8/8/4P3/8/8/k7/8/K7 w - - 0 1"]

1. Kb1 Kb3 2. e7 Kc3 3. Kc1 Kd3 4. Kd1 *

[FEN "8/8/8/8/8/k7/8/K6R w - - 0 1"]
*
)";

class BuildPlannerTest : public testing::Test {
  protected:
    BuildPlannerTest() {
        const std::string path = folder_.path("games.pgn");
        std::ofstream(path) << games;
        EXPECT_TRUE(add_games(index_, path));
    }

    /// Builds a table, with all it needs or alone.
    void build(const std::string& name, bool is_alone = false) {
        using Children = BuildOptions::Children;
        const Children children = is_alone ? Children::none : Children::closure;
        ASSERT_TRUE(philidor::build(table_key_of(name), *store_, {.children = children}));
    }

    [[nodiscard]] BuildPlanner planner() const { return *BuildPlanner::make(index_, *store_); }

    [[nodiscard]] std::vector<std::string> frontier() const {
        std::vector<std::string> names;
        const auto candidates = planner().frontier({});
        for (const Candidate& candidate : *candidates) names.push_back(to_string(candidate.key));
        return names;
    }

    TemporaryFolder folder_;
    PgnIndex index_ = *PgnIndex::open(folder_.path("games.db"), IndexSettings{});
    std::unique_ptr<TableStore> store_ =
        DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
    std::stop_source stop_;
};

TEST_F(BuildPlannerTest, TellsWhatIsCovered) {
    EXPECT_EQ(planner().coverage()->absent.positions, 9U);
    EXPECT_EQ(planner().coverage()->absent.keys, 3U);
    build("Ke7vK", true);
    EXPECT_EQ(planner().coverage()->bounds.positions, 5U);
    build("Ke7vK");
    const Coverage coverage = *planner().coverage();
    EXPECT_EQ(coverage.exact.positions, 6U) << "with the rook's";
    EXPECT_EQ(coverage.bounds.positions, 0U);
    EXPECT_EQ(coverage.absent.positions, 3U);
    EXPECT_EQ(coverage.all().positions, 9U);
}

TEST_F(BuildPlannerTest, TellsWhatAKeyIsWorth) {
    const Candidate pawn = **planner().utility(table_key_of("Ke7vK"), {});
    EXPECT_EQ(pawn.positions, 5U);
    EXPECT_EQ(pawn.covered, 6U) << "its own, and the rook's below it";
    EXPECT_EQ(pawn.leading, 3U) << "from e6";
    EXPECT_EQ(pawn.tables, 6U);
    EXPECT_EQ(pawn.state, TableState::absent);
    EXPECT_GT(pawn.cost.bytes, 0);
    const Candidate below = **planner().utility(table_key_of("Ke6vK"), {});
    EXPECT_EQ(below.covered, 9U);
    EXPECT_EQ(below.leading, 0U);
    EXPECT_EQ(below.tables, 7U);
    EXPECT_FALSE(*planner().utility(table_key_of("Ke6vK"), {.candidates = 1, .tables = 6}));
}

TEST_F(BuildPlannerTest, CountsNothingTwiceThatIsBuilt) {
    build("KQvK");
    EXPECT_EQ((**planner().utility(table_key_of("Ke7vK"), {})).tables, 4U);
    build("Ke7vK");
    const Candidate built = **planner().utility(table_key_of("Ke7vK"), {});
    EXPECT_EQ(built.tables, 0U);
    EXPECT_EQ(built.covered, 0U);
    EXPECT_EQ(built.state, TableState::exact);
}

TEST_F(BuildPlannerTest, ListsWhatIsNotExactBestFirst) {
    EXPECT_THAT(frontier(), testing::UnorderedElementsAre("Kd7vK", "Kd6vK", "KRvK"));
    build("KQvK");
    build("KRvK");
    build("KBlvK");
    build("KNvK");
    // One table is missing for e7 and two for e6, of the same size.
    EXPECT_THAT(frontier(), testing::ElementsAre("Kd7vK", "Kd6vK"));
    build("Ke6vK");
    EXPECT_THAT(frontier(), testing::IsEmpty());
}

TEST_F(BuildPlannerTest, ChoosesNoneBelowAnother) {
    const auto chosen = *planner().choose(3, {});
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const KeyGraph closure = KeyGraph::closure_of(chosen[i].key);
        for (std::size_t j = i + 1; j < chosen.size(); ++j) EXPECT_FALSE(closure.contains(chosen[j].key));
    }
    EXPECT_EQ(planner().choose(1, {})->size(), 1U);
}

TEST_F(BuildPlannerTest, StopsWhenItIsAsked) {
    Budget budget;
    budget.stop = stop_.get_token();
    budget.progress = [this](const Progress& now) {
        EXPECT_EQ(now.done, 1U);
        stop_.request_stop();
    };
    const auto stopped = planner().frontier({}, budget);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, GamesError::stopped);
}

}  // namespace
}  // namespace philidor
