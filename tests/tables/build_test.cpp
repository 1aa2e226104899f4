// Building whole closures into a store: all of it, again after a stop, and within what is allowed.

#include "philidor/builder/build.hpp"

#include <array>
#include <memory>
#include <stop_token>

#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/key_graph.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/store_list.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/test_support/version_one.hpp"

namespace philidor {
namespace {

using test_support::first_difference;
using test_support::SolvedTables;
using test_support::table_key_of;

/// A closure of a few dozen small tables, with promotions and en passant.
class Build : public testing::Test {
  protected:
    TemporaryFolder folder_;
    std::unique_ptr<TableStore> store_ = open_store(folder_.path("tables.db")).value();
    TableKey root_ = table_key_of("Kb5vKa7c6");
    KeyGraph closure_ = KeyGraph::closure_of(root_, {.pieces = 1});
    std::unique_ptr<std::stop_source> stop_ = std::make_unique<std::stop_source>();

    /// Everything with at most one piece.
    [[nodiscard]] Result<BuildReport, BuildError> build_with(BuildOptions options) {
        options.most_pieces = 1;
        return build(root_, *store_, options);
    }
};

TEST_F(Build, MakesEveryTableOfAClosureAsTheSolverDoes) {
    const BuildReport report = build_with({.threads = 3}).value();
    EXPECT_EQ(report.tables, closure_.keys().size());
    EXPECT_EQ(report.built, closure_.keys().size());
    EXPECT_GT(report.positions, report.built * 4096);
    SolvedTables expected(1);
    for (const TableKey& key : closure_.keys()) {
        const auto stored = store_->find(key);
        ASSERT_TRUE(stored) << stored.error().message;
        EXPECT_EQ(first_difference(**stored, expected.of(key)), std::nullopt);
    }
}

TEST_F(Build, MakesTablesAnewThatKnowNothingOfTheFiftyMoveRule) {
    SolvedTables tables;
    const TableKey key = table_key_of("KQvK");
    const EncodedTable old{key, test_support::as_version_one(tables.of(key)), TableKind::wdl};
    ASSERT_TRUE(store_->put_all({&old, 1}));
    ASSERT_FALSE((*store_->open(key))->knows_rule());
    EXPECT_EQ(build(key, *store_)->built, 2U) << "with KvK";
    EXPECT_TRUE((*store_->open(key))->knows_rule());
    EXPECT_EQ(build(key, *store_)->built, 0U);
}

TEST_F(Build, FindsWhatOlderProgramsStoredAsMirrorImages) {
    SolvedTables tables;
    const CanonicalKey image = test_support::canonical_key_of("Kh6vK");
    const Table& table = tables.of("Kh6vK");
    const EncodedTable old{image, test_support::as_version_one(table, image), TableKind::wdl};
    ASSERT_TRUE(store_->put_all({&old, 1}));
    EXPECT_EQ(store_->keys().value(), std::vector{table.key()});
    EXPECT_TRUE(store_->contains(table.key()).value());
    EXPECT_TRUE(store_->has_exact(table.key()));
    EXPECT_EQ((*store_->open(table.key()))->key(), table.key());
    EXPECT_TRUE(store_->check(table.key()));
    ASSERT_TRUE(build(table.key(), *store_));
    EXPECT_TRUE((*store_->open(table.key()))->knows_rule()) << "the new table comes first";
}

TEST_F(Build, GoesOnWhereItWasStopped) {
    const auto stopped = build_with(
        {.threads = 2, .stop = stop_->get_token(), .progress = [this](const BuildProgress& so_far) {
             const bool is_building = so_far.all_positions != 0;
             if (is_building && so_far.tables >= 10) stop_->request_stop();
         }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, BuildError::interrupted);
    const std::size_t stored = store_->keys().value().size();
    EXPECT_GE(stored, 10U);
    EXPECT_LT(stored, closure_.keys().size());
    const BuildReport rest = build_with({.threads = 2}).value();
    EXPECT_EQ(rest.tables, closure_.keys().size());
    // Tables with bounds are built again: their children may be there by now.
    EXPECT_GE(rest.built, closure_.keys().size() - stored);
    EXPECT_EQ(store_->keys().value().size(), closure_.keys().size());
}

TEST_F(Build, StopsInTheMiddleOfALargeTable) {
    unsigned rounds = 0;  // of the first table, since nothing is built before it
    const auto stopped = build(table_key_of("KQvKR"), *store_,
                               {.stop = stop_->get_token(),
                                .children = BuildOptions::Children::none,
                                .progress = [&](const BuildProgress&) {
                                    if (++rounds == 5) stop_->request_stop();
                                }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, BuildError::interrupted);
    EXPECT_LE(rounds, 6U);
    EXPECT_TRUE(store_->keys().value().empty());
}

TEST_F(Build, EndsWhenTheTimeIsUp) {
    const auto late = build_with({.time = std::chrono::duration<double>(0)});
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, BuildError::out_of_time);
    EXPECT_TRUE(store_->keys().value().empty());
}

TEST_F(Build, RefusesWhatDoesNotFitInMemory) {
    const auto refused = build_with({.memory_bytes = 1000});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, BuildError::not_enough_memory);
    EXPECT_TRUE(store_->keys().value().empty());
}

TEST_F(Build, RefusesMoreTablesThanAllowed) {
    const std::size_t tables = closure_.keys().size();
    const auto refused = build_with({.most_tables = tables - 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, BuildError::too_many_tables);
    EXPECT_NE(refused.error().message.find(std::to_string(tables - 1)), std::string::npos);
    EXPECT_TRUE(build_with({.most_tables = tables}));
}

TEST_F(Build, SetsADamagedTableAsideAndBuildsItAgain) {
    ASSERT_TRUE(build_with({}));
    const TableKey key = closure_.keys().front();
    const EncodedTable right = store_->open(key).value()->copy().value();
    EncodedTable damaged = right;
    damaged.bytes[damaged.bytes.size() / 2] ^= std::byte{1};
    ASSERT_TRUE(store_->put_all(std::span(&damaged, 1)));
    const auto alone = build(root_, *store_, {.children = BuildOptions::Children::none});
    EXPECT_TRUE(alone || alone.error().kind == BuildError::store)
        << "a damaged child is not taken for absent";
    const auto again = build_with({});
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->damage.size(), 1U);
    EXPECT_NE(again->damage[0].find(to_string(key)), std::string::npos) << again->damage[0];
    EXPECT_EQ(store_->open(key).value()->copy()->bytes, right.bytes);
}

TEST(TablePlan, HasEachTableOnceAndChildrenFirst) {
    const std::array keys{table_key_of("KRvKN"), table_key_of("Ke6vK"), table_key_of("KRvKN")};
    const TablePlan plan = plan_tables(keys).value();
    std::vector<TableKey> seen;
    for (const auto& level : plan.levels) {
        for (const TableKey& key : level) {
            EXPECT_EQ(std::ranges::count(seen, key), 0) << to_string(key);
            for (const ChildKey& child : child_keys(key.material())) {
                EXPECT_EQ(std::ranges::count(seen, child.canonical), 1) << to_string(key);
            }
        }
        seen.insert(seen.end(), level.begin(), level.end());
    }
    EXPECT_EQ(plan.tables, seen.size());
    EXPECT_EQ(to_string(plan.largest.value()), "KRvKN");
    const TablePlan with_distances = plan_tables(keys, {.stores_distances = true}).value();
    EXPECT_GT(with_distances.largest_bytes, plan.largest_bytes);
}

TEST(TablePlan, CanLeaveOutTheChildren) {
    const std::array keys{table_key_of("Ke6vK"), table_key_of("KRvKN"), table_key_of("Ke6vK")};
    const TablePlan plan = plan_tables(keys, {.children = BuildOptions::Children::none}).value();
    EXPECT_EQ(plan.tables, 2U);
    EXPECT_TRUE(plan_tables({}).value().levels.empty());
    EXPECT_FALSE(plan_tables({}).value().largest);
}

}  // namespace
}  // namespace philidor
