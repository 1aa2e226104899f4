// Memory that runs out at any moment: nothing is wrong or lost, and what fails says so. The n-th allocation
// fails, for every n up to 150 and for ever larger ones after that.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <string>

#include <gtest/gtest.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/detail/directory_store.hpp"

namespace {

std::atomic<long> allocations_left = -1;  ///< negative: as many as there are

void* allocate(std::size_t size) {
    if (allocations_left.load() >= 0 && allocations_left.fetch_sub(1) == 0) {
        allocations_left = -1;  // one failure is enough, and the tests have to report what came of it
        throw std::bad_alloc();
    }
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace philidor {
namespace {

using test_support::ending_of;

/// Calls `work` with the n-th allocation failing, for n from 0 until it fails no more. `work` either throws
/// std::bad_alloc or returns; `check` is called after each time.
void fail_everywhere(const std::function<void()>& work, const std::function<void(long)>& check) {
    constexpr long all_up_to = 150;
    for (long number = 0;; number += number < all_up_to ? 1 : number / 3) {
        allocations_left = number;
        try {
            work();
        } catch (const std::bad_alloc&) {
        }
        const bool has_failed = allocations_left.exchange(-1) < 0;
        check(number);
        if (!has_failed || testing::Test::HasFailure()) return;
    }
}

TEST(Allocation, ThatFailsLeavesAStoreSoundWhichIsBuiltAgain) {
    const TableKey key = test_support::table_key_of("KQvK");
    for (const unsigned threads : {1U, 2U}) {
        std::shared_ptr<MemoryFileSystem> files;
        fail_everywhere(
            [&] {
                files = std::make_shared<MemoryFileSystem>();
                const auto store = DirectoryStore::open_folder(files, "tables");
                BuildOptions options;
                options.threads = threads;
                const auto plan = plan_tables({&key, 1}, options);
                if (plan) (void)build(*plan, **store, options);
            },
            [&](long number) {
                if (files == nullptr) files = std::make_shared<MemoryFileSystem>();
                const auto store = DirectoryStore::open_folder(files, "tables").value();
                const auto plan = plan_tables({&key, 1}, {});
                ASSERT_TRUE(build(*plan, *store, {})) << number;
                Prober prober(*store);
                const auto answer = prober.answer(ending_of("8/8/8/8/8/3k4/8/K1Q5 w - - 0 1"));
                ASSERT_TRUE(answer) << number;
                EXPECT_EQ(answer->bounds, WdlBounds::exactly(Wdl::win)) << number;
            });
    }
}

TEST(Allocation, ThatFailsMakesNoProofWrong) {
    const Ending trebuchet = ending_of("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1");
    for (const unsigned threads : {1U, 2U}) {
        WdlBounds found;
        fail_everywhere(
            [&] {
                found = {};
                SolveOptions options;
                options.threads = threads;
                options.scope = SolutionScope::value;
                found = solve(trebuchet, options).value();
            },
            [&](long number) {
                EXPECT_TRUE(found == WdlBounds{} || found == WdlBounds::exactly(Wdl::loss)) << number;
            });
        EXPECT_EQ(found, WdlBounds::exactly(Wdl::loss));
    }
}

TEST(Allocation, ThatFailsAddsGamesToAnIndexAsAWholeOrNotAtAll) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("games.pgn"))
        << "[FEN \"8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1\"]\n\n1... Kg5 2. Kxe5 *\n";
    fail_everywhere(
        [&] {
            for (const char* ending : {"", "-wal", "-shm"})
                (void)std::remove((folder.path("games.db") + ending).c_str());
            auto index = PgnIndex::open(folder.path("games.db"), IndexSettings{});
            if (index) (void)add_games(*index, folder.path("games.pgn"));
        },
        [&](long number) {
            auto index = PgnIndex::open(folder.path("games.db"), IndexSettings{});
            ASSERT_TRUE(index) << number;
            const auto before = index->totals().value().games;
            EXPECT_TRUE(before == 0 || before == 1) << number;
            ASSERT_TRUE(add_games(*index, folder.path("games.pgn"))) << number;
            EXPECT_EQ(index->totals().value().games, 1U) << number;
        });
}

}  // namespace
}  // namespace philidor
