// Building whole closures into a store: completely, again after a stop, and within the memory allowed.

#include "philidor/builder/table_builder.hpp"

#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/key_graph.hpp"
#include "philidor/material/key_text.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/block_file.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_reader.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {
namespace {

using test_support::canonical_key_of;
using test_support::first_difference;
using test_support::SolvedTables;

/// A closure of a few dozen small tables, with promotions and en passant.
class TableBuilder : public testing::Test {
  protected:
    TemporaryFolder folder_;
    std::unique_ptr<TableStore> store_ = open_store(folder_.path("tables.db")).value();
    KeyGraph closure_ = KeyGraph::closure_of(canonical_key_of("Kb5vKa7c6"), {.pieces = 1});

    [[nodiscard]] Result<std::size_t, BuildError> build(const BuildOptions& options) {
        return build_tables(closure_.levels(), *store_, options);
    }
};

TEST_F(TableBuilder, BuildsEveryTableOfAClosureAsTheSolverDoes) {
    EXPECT_EQ(build({.threads = 3, .progress = nullptr, .built = nullptr}).value(), closure_.keys().size());
    SolvedTables expected(1);
    for (const CanonicalKey& key : closure_.keys()) {
        const auto stored = store_->find(key);
        ASSERT_TRUE(stored) << stored.error().message;
        EXPECT_EQ(first_difference(**stored, expected.of(key)), std::nullopt);
    }
}

TEST_F(TableBuilder, GoesOnWhereItWasStopped) {
    const auto stopped = build({.threads = 2,
                                .progress = [](const BuildProgress& so_far) { return so_far.tables < 10; },
                                .built = nullptr});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, BuildError::interrupted);
    const std::size_t stored = store_->keys().value().size();
    EXPECT_GE(stored, 10U);
    EXPECT_LT(stored, closure_.keys().size());
    std::size_t reported = 0;
    const auto rest = build({.threads = 2, .progress = nullptr, .built = [&](const Table&) { ++reported; }});
    // Tables with bounds are built again, since their children may be available by now.
    EXPECT_GE(rest.value(), closure_.keys().size() - stored);
    EXPECT_EQ(reported, rest.value());
    EXPECT_EQ(store_->keys().value().size(), closure_.keys().size());
}

TEST_F(TableBuilder, RefusesWhatDoesNotFitInMemory) {
    const auto refused = build({.threads = 1, .memory_bytes = 1000, .progress = nullptr, .built = nullptr});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, BuildError::not_enough_memory);
    EXPECT_TRUE(store_->keys().value().empty());
}

TEST_F(TableBuilder, SaysThatTheStoreIsDamagedRatherThanTakeATableForAbsent) {
    ASSERT_TRUE(build({.progress = nullptr, .built = nullptr}));
    const CanonicalKey key = closure_.keys().front();
    EncodedTable damaged = store_->open(key).value()->copy().value();
    damaged.bytes[damaged.bytes.size() / 2] ^= std::byte{1};
    ASSERT_TRUE(store_->put_all(std::span(&damaged, 1)));
    const auto failed = build({.progress = nullptr, .built = nullptr});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, BuildError::store);
    EXPECT_NE(failed.error().message.find(to_string(key)), std::string::npos) << failed.error().message;
}

}  // namespace
}  // namespace philidor
