// What a proof finds in a store and leaves there.

#include "philidor/solve/proof.hpp"

#include <chrono>
#include <memory>

#include <gtest/gtest.h>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/table/directory_store.hpp"

namespace philidor {
namespace {

/// The trebuchet, with a store that knows nothing yet.
class ProofTest : public testing::Test {
  protected:
    Board root_ = test_support::board_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1");
    std::unique_ptr<TableStore> store_ =
        DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
};

TEST_F(ProofTest, LeavesInTheStoreWhatTheNextOneBeginsWith) {
    Proof first(root_, {}, store_.get());
    ASSERT_TRUE(first.recall());
    EXPECT_EQ(first.solver().bounds_of(root_), WdlBounds{});
    ASSERT_EQ(first.solver().settle({&root_, 1}), SolveEnd::settled);
    EXPECT_GT(first.save().value(), 0U);

    Proof second(root_, {}, store_.get());
    ASSERT_TRUE(second.recall());
    EXPECT_EQ(second.solver().bounds_of(root_), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(second.save().value(), 0U);  // it has solved nothing
}

TEST_F(ProofTest, BeginsWithoutTheStoreIfThereIsNoTimeToReadIt) {
    Proof first(root_, {}, store_.get());
    ASSERT_EQ(first.solver().settle({&root_, 1}), SolveEnd::settled);
    ASSERT_GT(first.save().value(), 0U);

    SolveOptions options;
    options.deadline = std::chrono::steady_clock::now();
    Proof late(root_, options, store_.get());
    ASSERT_TRUE(late.recall());
    EXPECT_EQ(late.solver().bounds_of(root_), WdlBounds{});

    options = {};
    options.progress = [](const SolveProgress&) { return false; };
    Proof interrupted(root_, options, store_.get());
    ASSERT_TRUE(interrupted.recall());
    EXPECT_EQ(interrupted.solver().bounds_of(root_), WdlBounds{});
}

TEST_F(ProofTest, KeepsNothingWithoutAStore) {
    Proof proof(root_, {}, nullptr);
    ASSERT_TRUE(proof.recall());
    ASSERT_EQ(proof.solver().settle({&root_, 1}), SolveEnd::settled);
    EXPECT_EQ(proof.save().value(), 0U);
}

}  // namespace
}  // namespace philidor
