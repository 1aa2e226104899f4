// A disk that fails once, at any of the calls that a piece of work makes: nothing is lost, nothing is wrong.

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/faulty_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/build.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/pgn/test_support/small_games.hpp"
#include "philidor/solve/solve.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {
namespace {

using test_support::FaultyFileSystem;
using test_support::SolvedTables;
using test_support::table_key_of;

/// A folder of tables in memory, on a disk that fails when it is told to.
class FaultyDisk : public testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<DirectoryStore> open() const {
        return DirectoryStore::open_folder(files_, "t").value();
    }

    /// The bytes of all tables, by key. The disk must be whole.
    [[nodiscard]] std::map<CanonicalKey, Bytes> content() const {
        std::map<CanonicalKey, Bytes> tables;
        const auto store = open();
        const auto keys = store->keys().value();
        for (const TableKey& key : keys) {
            const auto copy = store->open_file(TableKind::wdl, key)->copy();
            EXPECT_TRUE(copy) << copy.error().message;
            tables[key] = copy->bytes;
        }
        return tables;
    }

    /// Forgets all files.
    void start_anew() { files_ = std::make_shared<FaultyFileSystem>(std::make_shared<MemoryFileSystem>()); }

    std::shared_ptr<FaultyFileSystem> files_ =
        std::make_shared<FaultyFileSystem>(std::make_shared<MemoryFileSystem>());
};

TEST_F(FaultyDisk, LeavesAFolderWithOldTablesOrNewOnes) {
    SolvedTables exact;
    SolvedTables bounds(0);
    std::vector<EncodedTable> old_tables;
    std::vector<EncodedTable> new_tables;
    for (const char* const text : {"Ke4vK", "Ke5vK", "Ke6vK"}) {
        old_tables.push_back(encode_table(bounds.of(text)).value());
        new_tables.push_back(encode_table(exact.of(text)).value());
    }
    bool has_failed = true;
    for (std::size_t calls = 0; has_failed; ++calls) {
        start_anew();
        ASSERT_TRUE(open()->put_all(old_tables));
        files_->faults().fail_after(calls);
        const auto store = DirectoryStore::open_folder(files_, "t");
        const bool is_stored = store && (*store)->put_all(new_tables);
        const auto found = store ? (*store)->find(table_for(new_tables[0].key.material()).key)
                                 : tl::unexpected(store.error());
        has_failed = files_->faults().has_failed();
        EXPECT_NE(is_stored && found.has_value(), has_failed);
        EXPECT_TRUE(!found || !is_stored || (*found)->is_exact());
        files_->faults().heal();
        const auto tables = content();
        ASSERT_EQ(tables.size(), 3U);
        for (std::size_t i = 0; i < 3; ++i) {
            const Bytes& bytes = tables.at(old_tables[i].key);
            EXPECT_TRUE(bytes == new_tables[i].bytes || (bytes == old_tables[i].bytes && !is_stored));
        }
    }
}

TEST_F(FaultyDisk, LetsABuildGoOnLater) {
    const TableKey key = table_key_of("Ke7vK");
    ASSERT_TRUE(build(key, *open()));
    const auto expected = content();
    bool has_failed = true;
    for (std::size_t calls = 0; has_failed; ++calls) {
        start_anew();
        files_->faults().fail_after(calls);
        const auto store = DirectoryStore::open_folder(files_, "t");
        const bool is_built = store && build(key, **store);
        has_failed = files_->faults().has_failed();
        EXPECT_NE(is_built, has_failed) << calls;
        files_->faults().heal();
        const auto tables = content();
        for (const auto& [name, bytes] : tables) EXPECT_EQ(bytes, expected.at(name));
        ASSERT_TRUE(build(key, *open()));
        EXPECT_EQ(content(), expected);
    }
}

TEST_F(FaultyDisk, LosesNoAnswerOfAProof) {
    const Ending trebuchet = Ending::from_fen("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1").value();
    bool has_failed = true;
    for (std::size_t calls = 0; has_failed; calls += 1 + calls / 8) {
        start_anew();
        const auto store = open();
        files_->faults().fail_after(calls);
        const Solution solution = solve(trebuchet, {.store = store.get(), .scope = SolutionScope::value});
        has_failed = files_->faults().has_failed();
        EXPECT_EQ(solution.value(), WdlBounds::exactly(Wdl::loss));
        EXPECT_EQ(solution.store_failure.has_value(), has_failed) << calls;
        files_->faults().heal();
        const Solution again = solve(trebuchet, {.store = store.get()});
        EXPECT_EQ(again.value(), WdlBounds::exactly(Wdl::loss));
        EXPECT_FALSE(again.store_failure);
        (void)content();
    }
}

/// Adds games to an index in another process, whose files cannot grow beyond a size. Whether it succeeded.
bool add_with_room(const std::string& index_path, const std::string& games, rlim_t bytes) {
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        auto index = PgnIndex::open(index_path, IndexSettings{});
        ::_exit(index && add_games(*index, games) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

TEST(FullDisk, LeavesAnIndexWithAllGamesOfAFileOrNone) {
    const TemporaryFolder folder;
    const std::string games = folder.path("games.pgn");
    std::ofstream(games) << small_games;
    unsigned failures = 0;
    bool is_added = false;
    for (rlim_t bytes = 0; !is_added && bytes < 1'000'000; bytes += 4096) {
        const std::string path = folder.path("index.db");
        for (const char* const ending : {"", "-wal", "-shm"}) std::filesystem::remove(path + ending);
        ASSERT_TRUE(PgnIndex::open(path, IndexSettings{}));
        is_added = add_with_room(path, games, bytes);
        if (!is_added) ++failures;
        auto index = PgnIndex::open(path, IndexSettings{});
        ASSERT_TRUE(index) << index.error().message;
        EXPECT_EQ(index->totals()->games, is_added ? 3U : 0U);
        EXPECT_TRUE(add_games(*index, games));
        EXPECT_EQ(index->totals()->games, 3U);
    }
    EXPECT_TRUE(is_added);
    EXPECT_GT(failures, 0U);
}

}  // namespace
}  // namespace philidor
