#include "philidor/base/detail/thread_team.hpp"

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/detail/parallel.hpp"

namespace philidor {
namespace {

TEST(ThreadTeam, DoesEveryItemOfEveryJobOnce) {
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        ThreadTeam team(threads);
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
            for (int job = 0; job < 50; ++job) {
                std::vector<int> done(count);
                team.run(count, [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) ++done[i];
                });
                ASSERT_EQ(done, std::vector<int>(count, 1)) << threads << " threads";
            }
        }
    }
}

TEST(ThreadTeam, PassesOnWhatTheWorkThrows) {
    ThreadTeam team(4);
    for (int job = 0; job < 50; ++job) {
        const auto fails = [](std::size_t, std::size_t) { throw std::bad_alloc(); };
        EXPECT_THROW(team.run(1000, fails), std::bad_alloc);
        std::atomic<std::size_t> sum = 0;
        team.run(1000, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
        EXPECT_EQ(sum, 1000U) << "the next job is not affected";
    }
}

TEST(ParallelFor, PassesOnWhatTheWorkThrows) {
    const std::thread::id own = std::this_thread::get_id();
    // Helpers fail, the caller only takes its time.
    const auto fails_elsewhere = [&](std::size_t, std::size_t) {
        if (std::this_thread::get_id() != own) throw std::bad_alloc();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    EXPECT_THROW(parallel_for(1000, 4, fails_elsewhere), std::bad_alloc);
}

/// Helpers are slower than the thread that waits for them.
TEST(ThreadTeam, WaitsForEveryRange) {
    ThreadTeam team(4);
    const std::thread::id own = std::this_thread::get_id();
    std::atomic<std::size_t> sum = 0;
    std::atomic<bool> has_helped = false;
    for (std::size_t job = 1; job <= 1000 && !(has_helped && job > 10); ++job) {
        team.run(64, [&](std::size_t begin, std::size_t end) {
            const bool is_helper = std::this_thread::get_id() != own;
            if (is_helper) has_helped = true;
            std::this_thread::sleep_for(std::chrono::microseconds(is_helper ? 5000 : 100));
            sum += end - begin;
        });
        ASSERT_EQ(sum, 64 * job);
    }
    EXPECT_TRUE(has_helped);
}

TEST(ThreadTeam, EndsWithoutAJob) { const ThreadTeam team(5); }

}  // namespace
}  // namespace philidor
