// What a proof reads from a store and saves there.

#include "philidor/solve/proof.hpp"

#include <chrono>
#include <memory>
#include <stop_token>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/ending_budget.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table.hpp"

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
    proof.add_line(root_, {.plies = 4}, solution);
    ASSERT_FALSE(solution.line.empty());
    const Ending next = root_.after(solution.line.front().answer.move);
    EXPECT_EQ(proof.bounds_of(next), WdlBounds::exactly(Wdl::win));
}

TEST_F(ProofTest, AddsDistancesToALine) {
    Proof proof(root_, nullptr, {});
    Solution solution = proof.find(root_, SolutionScope::value);
    proof.add_line(root_, {.plies = 2}, solution);
    proof.add_line_distances(root_, solution);
    ASSERT_EQ(solution.line.size(), 2U);
    const MoveAnswer& away = solution.line[0].answer;
    EXPECT_EQ(away.dtz_after, -1) << "the pawn falls";
    EXPECT_EQ(away.dtz, -2);
    EXPECT_EQ(solution.line[1].answer.dtz, 1);
}

TEST_F(ProofTest, AddsTheDistancesThatAreAskedFor) {
    const Ending ending = test_support::ending_of("8/8/8/3Kp3/4P1k1/8/8/8 w - - 0 1");
    Proof proof(ending, nullptr, {});
    Answer answer = proof.find(ending, SolutionScope::moves).answer;
    proof.add_distances(ending, DistancesAfter::quiet_moves, answer);
    EXPECT_EQ(answer.dtz, 1);
    ASSERT_TRUE(ending.board().is_zeroing(answer.moves.front().move)) << "Kxe5";
    EXPECT_FALSE(answer.moves.front().dtz_after);
    EXPECT_TRUE(answer.moves.back().dtz_after);
    proof.add_distances(ending, DistancesAfter::all_moves, answer);
    EXPECT_TRUE(answer.has_distances());
}

TEST_F(ProofTest, PutsMovesInOrderOnceDistancesAreKnown) {
    const Ending ending = test_support::ending_of("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 0 1");
    Proof proof(ending, nullptr, {});
    const Answer answer = proof.find(ending, SolutionScope::everything).answer;
    EXPECT_EQ(answer.dtz, -26);
    EXPECT_EQ(answer.moves.front().dtz, -26) << "the longest way";
    EXPECT_EQ(answer.moves.back().dtz, -22);
}

TEST_F(ProofTest, SeesNoZugzwangInCheck) {
    const Ending ending = test_support::ending_of("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    Proof proof(ending, nullptr, {});
    const Solution solution = proof.find(ending, SolutionScope::everything);
    ASSERT_FALSE(solution.line.empty());
    EXPECT_EQ(solution.line.front().is_mutual_zugzwang, false);
}

TEST_F(ProofTest, WorksWithinTheEffortSetLast) {
    Proof proof(root_, nullptr, {test_support::spent_budget(), nullptr});
    EXPECT_EQ(value_found_by(proof), WdlBounds{});
    EXPECT_EQ(proof.byte_count(), 0U);
    proof.set_effort({});
    EXPECT_EQ(value_found_by(proof), WdlBounds::exactly(Wdl::loss));
    EXPECT_GT(proof.byte_count(), 0U);
}

TEST_F(ProofTest, LimitsTheTimeForKeySquares) {
    Proof proof(root_, nullptr, {});
    Solution solution = proof.find(root_, SolutionScope::value);
    proof.add_key_squares(root_, std::chrono::seconds(0), solution);
    EXPECT_FALSE(solution.key_squares->is_complete());
    proof.set_effort({test_support::spent_budget(), nullptr});
    proof.add_key_squares(root_, std::chrono::hours(1), solution);
    EXPECT_FALSE(solution.key_squares->is_complete()) << "nor more than the effort allows";
    proof.set_effort({});
    proof.add_key_squares(root_, std::chrono::hours(1), solution);
    EXPECT_TRUE(solution.key_squares->is_complete());
}

}  // namespace
}  // namespace philidor
