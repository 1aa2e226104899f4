#include "philidor/base/thread_team.hpp"

#include <vector>

#include <gtest/gtest.h>

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

TEST(ThreadTeam, WaitsForEveryRange) {
    ThreadTeam team(4);
    std::atomic<std::size_t> sum = 0;
    for (std::size_t job = 1; job <= 1000; ++job) {
        team.run(64, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
        ASSERT_EQ(sum, 64 * job);
    }
}

TEST(ThreadTeam, EndsWithoutAJob) { const ThreadTeam team(5); }

}  // namespace
}  // namespace philidor
