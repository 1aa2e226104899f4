// What a proof reads from a store and saves there.

#include "philidor/solve/proof.hpp"

#include <chrono>
#include <memory>
#include <stop_token>

#include <gtest/gtest.h>

#include "philidor/base/memory_filesystem.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/table/directory_store.hpp"

namespace philidor {
namespace {

/// The trebuchet, with a store that knows nothing yet.
class ProofTest : public testing::Test {
  protected:
    [[nodiscard]] WdlBounds value_found_by(Proof& proof) const {
        return proof.find(root_, SolutionScope::value).value();
    }

    Ending root_ = test_support::ending_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1");
    std::unique_ptr<TableStore> store_ =
        DirectoryStore::open_folder(std::make_shared<MemoryFileSystem>(), "tables").value();
};

TEST_F(ProofTest, LeavesInTheStoreWhatTheNextOneBeginsWith) {
    Proof first(root_, store_.get(), {});
    ASSERT_TRUE(first.recall());
    EXPECT_EQ(first.bounds_of(root_), WdlBounds{});
    ASSERT_EQ(value_found_by(first), WdlBounds::exactly(Wdl::loss));
    EXPECT_GT(first.save().value(), 0U);

    Proof second(root_, store_.get(), {});
    ASSERT_TRUE(second.recall());
    EXPECT_EQ(second.bounds_of(root_), WdlBounds::exactly(Wdl::loss));
    EXPECT_EQ(second.save().value(), 0U);  // it has solved nothing
}

TEST_F(ProofTest, BeginsWithoutTheStoreIfThereIsNoTimeToReadIt) {
    Proof first(root_, store_.get(), {});
    ASSERT_TRUE(value_found_by(first).is_exact());
    ASSERT_GT(first.save().value(), 0U);

    Effort late;
    late.budget.deadline = std::chrono::steady_clock::now();
    Proof too_late(root_, store_.get(), late);
    ASSERT_TRUE(too_late.recall());
    EXPECT_EQ(too_late.bounds_of(root_), WdlBounds{});

    const auto stop = std::make_unique<std::stop_source>();
    stop->request_stop();
    Effort stopped;
    stopped.budget.stop = stop->get_token();
    Proof interrupted(root_, store_.get(), stopped);
    ASSERT_TRUE(interrupted.recall());
    EXPECT_EQ(interrupted.bounds_of(root_), WdlBounds{});
}

TEST_F(ProofTest, KeepsNothingWithoutAStore) {
    Proof proof(root_, nullptr, {});
    ASSERT_TRUE(proof.recall());
    ASSERT_TRUE(value_found_by(proof).is_exact());
    EXPECT_EQ(proof.save().value(), 0U);
}

TEST_F(ProofTest, ServesTheNextMovesOfAGame) {
    Proof proof(root_, nullptr, {});
    Solution solution = proof.find(root_, SolutionScope::value);
    proof.add_line(root_, 4, solution);
    ASSERT_FALSE(solution.line.empty());
    const Ending next = root_.after(solution.line.front().answer.move);
    EXPECT_EQ(proof.bounds_of(next), WdlBounds::exactly(Wdl::win));
}

}  // namespace
}  // namespace philidor
