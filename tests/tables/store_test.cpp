// Stores of both kinds: their guarantees, and what happens on full disks and with concurrent writers.

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "philidor/base/detail/memory_filesystem.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/directory_store.hpp"
#include "philidor/table/detail/sqlite_store.hpp"
#include "philidor/table/detail/store_list.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/detail/table_reader.hpp"
#include "philidor/table/detail/table_writer.hpp"

namespace philidor {
namespace {

using test_support::first_difference;
using test_support::SolvedTables;
using test_support::table_key_of;
using testing::HasSubstr;
using testing::IsEmpty;

/// Tables of kings and pawns, exact and with bounds, to be stored again and again.
const std::vector<const Table*>& sample_tables() {
    static SolvedTables bounds(0);
    static const std::vector<const Table*> tables = [] {
        bounds.of("Ke4d3vKe5d6");
        return bounds.all();
    }();
    return tables;
}

/// Some of them as bytes.
const std::vector<EncodedTable>& encoded_samples() {
    static const std::vector<EncodedTable> encoded = [] {
        std::vector<EncodedTable> some;
        for (std::size_t i = 0; i < 20; ++i) some.push_back(encode_table(*sample_tables()[i]).value());
        return some;
    }();
    return encoded;
}

/// Runs `work` in another process. Gives its exit status, or the negative number of the signal that ended it.
class ChildProcess {
  public:
    explicit ChildProcess(const std::function<int()>& work) : id_(::fork()) {
        if (id_ == 0) ::_exit(work());
    }
    void kill() const { ::kill(id_, SIGKILL); }
    [[nodiscard]] int wait() const {
        int status = 0;
        ::waitpid(id_, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

  private:
    pid_t id_;
};

/// A store of either kind in its own folder. The parameter is the name of the store.
class StoreTest : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] std::string path() const { return folder_.path(GetParam()); }
    [[nodiscard]] std::unique_ptr<TableStore> open() const {
        auto store = open_store(path());
        if (!store) throw std::runtime_error(store.error().message);
        return std::move(*store);
    }
    /// Checks that every table is either absent or right, and returns the number of those present. More may
    /// be added meanwhile.
    [[nodiscard]] std::size_t count_right_tables() const {
        const auto store = open();
        std::size_t count = 0;
        for (const Table* table : sample_tables()) {
            const auto found = store->find(table->key());
            if (found) {
                EXPECT_EQ(first_difference(**found, *table), std::nullopt);
                ++count;
            } else {
                EXPECT_EQ(found.error().kind, TableError::absent) << found.error().message;
            }
        }
        EXPECT_GE(store->keys().value().size(), count);
        return count;
    }

    TemporaryFolder folder_;
};

TEST_P(StoreTest, IsMadeWhenAbsentAndEmpty) {
    const auto store = open();
    EXPECT_EQ(store->path(), path());
    EXPECT_THAT(store->keys().value(), IsEmpty());
    EXPECT_FALSE(store->contains(table_key_of("Kd4vK")).value());
    const auto found = store->find(table_key_of("Kd4vK"));
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, TableError::absent);
    EXPECT_THAT(found.error().message, HasSubstr("Kd4vK"));
    EXPECT_EQ(store->check(table_key_of("Kd4vK")).error().kind, TableError::absent);
}

TEST_P(StoreTest, FindsWhatWasPut) {
    {
        const auto store = open();
        for (const Table* table : sample_tables()) ASSERT_TRUE(store->put(*table));
        EXPECT_EQ(count_right_tables(), sample_tables().size());
    }
    EXPECT_EQ(count_right_tables(), sample_tables().size());
    const auto store = open();
    const auto keys = store->keys().value();
    for (const TableKey& key : keys) {
        EXPECT_TRUE(store->contains(key).value());
        EXPECT_TRUE(store->check(key));
        EXPECT_EQ(store->open(key).value()->key(), key);
    }
}

TEST_P(StoreTest, ReplacesATable) {
    SolvedTables exact;
    SolvedTables bounds(0);
    const auto store = open();
    ASSERT_TRUE(store->put(bounds.of("Kd4vK")));
    EXPECT_FALSE(store->find(table_key_of("Kd4vK")).value()->is_exact());
    ASSERT_TRUE(store->put(exact.of("Kd4vK")));
    EXPECT_TRUE(store->find(table_key_of("Kd4vK")).value()->is_exact());
    EXPECT_EQ(store->keys().value().size(), 1U);
}

TEST_P(StoreTest, NeverReplacesExactValuesByBounds) {
    SolvedTables exact;
    SolvedTables bounds(0);
    const auto store = open();
    ASSERT_TRUE(store->put(exact.of("Kd4vK")));
    ASSERT_TRUE(store->put(bounds.of("Kd4vK")));
    EXPECT_TRUE(store->find(table_key_of("Kd4vK")).value()->is_exact());
    // Nor if another process stores them at the same time.
    const EncodedTable exact_table = encode_table(exact.of("Kd5vK")).value();
    const EncodedTable bounds_table = encode_table(bounds.of("Kd5vK")).value();
    const auto put_often = [&](const EncodedTable& table) {
        const auto own = open();
        for (int i = 0; i < 20; ++i) {
            if (!own->put_all({&table, 1})) return 1;
        }
        return 0;
    };
    const ChildProcess one([&] { return put_often(exact_table); });
    const ChildProcess other([&] { return put_often(bounds_table); });
    EXPECT_EQ(one.wait(), 0);
    EXPECT_EQ(other.wait(), 0);
    EXPECT_TRUE(open()->find(table_key_of("Kd5vK")).value()->is_exact());
}

TEST_P(StoreTest, NoticesThatItIsDeleted) {
    const auto store = open();
    ASSERT_TRUE(store->put(*sample_tables()[0]));
    std::filesystem::remove_all(path());
    const auto found = store->find(sample_tables()[0]->key());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, TableError::gone);
    EXPECT_THAT(found.error().message, testing::AllOf(HasSubstr(path()), HasSubstr("deleted")));
    EXPECT_EQ(store->contains(sample_tables()[0]->key()).error().kind, TableError::gone);
    EXPECT_EQ(store->keys().error().kind, TableError::gone);
    EXPECT_EQ(store->put(*sample_tables()[0]).error().kind, TableError::gone);
}

TEST_P(StoreTest, CopiesTablesIntoAnother) {
    const auto store = open();
    std::vector<EncodedTable> copies;
    for (const Table* table : sample_tables()) {
        ASSERT_TRUE(store->put(*table));
        copies.push_back(store->open(table->key()).value()->copy().value());
    }
    const auto other = open_store(folder_.path("other")).value();
    ASSERT_TRUE(other->put_all(copies));
    for (const Table* table : sample_tables()) {
        EXPECT_EQ(first_difference(*other->find(table->key()).value(), *table), std::nullopt);
    }
}

TEST_P(StoreTest, ServesThreadsAtOnce) {
    const auto store = open();
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t i = 0; i < 40; ++i) {
                const Table& table = *sample_tables()[(i + thread * 10) % sample_tables().size()];
                EXPECT_TRUE(thread % 2 == 1 || store->put(table));
                const auto found = store->find(table.key());
                EXPECT_TRUE(found ? !first_difference(**found, table)
                                  : found.error().kind == TableError::absent);
                EXPECT_TRUE(store->keys());
            }
        });
    }
}

TEST_P(StoreTest, TakesTwoWritersAtOnce) {
    // Both create the store and write every table, one of them backwards.
    const auto write_all = [&](bool backwards) {
        auto tables = sample_tables();
        if (backwards) std::ranges::reverse(tables);
        const auto store = open();
        for (const Table* table : tables) {
            if (!store->put(*table)) return 1;
        }
        return 0;
    };
    const ChildProcess one([&] { return write_all(false); });
    const ChildProcess other([&] { return write_all(true); });
    EXPECT_EQ(one.wait(), 0);
    EXPECT_EQ(other.wait(), 0);
    EXPECT_EQ(count_right_tables(), sample_tables().size());
}

TEST_P(StoreTest, IsMadeByManyProcessesAtOnce) {
    for (unsigned round = 0; round < 10; ++round) {
        const std::string place = folder_.path(std::to_string(round) + GetParam());
        std::vector<ChildProcess> processes;
        for (unsigned i = 0; i < 4; ++i) {
            processes.emplace_back([&] {
                const auto store = open_store(place);
                return store && (*store)->put(*sample_tables()[i]) ? 0 : 1;
            });
        }
        for (const ChildProcess& process : processes) EXPECT_EQ(process.wait(), 0);
        EXPECT_EQ(open_store(place).value()->keys().value().size(), 4U);
    }
}

TEST_P(StoreTest, IsReadWhileItIsWritten) {
    ASSERT_TRUE(open()->put(*sample_tables()[0]));
    const ChildProcess writer([&] {
        const auto store = open();
        for (unsigned round = 0; round < 3; ++round) {
            for (const Table* table : sample_tables()) {
                if (!store->put(*table)) return 1;
            }
        }
        return 0;
    });
    std::size_t before = 1;
    for (unsigned round = 0; round < 5; ++round) {
        const std::size_t now = count_right_tables();
        EXPECT_GE(now, before);
        before = now;
    }
    EXPECT_EQ(writer.wait(), 0);
    EXPECT_EQ(count_right_tables(), sample_tables().size());
}

TEST_P(StoreTest, SaysThatItsTableIsDamaged) {
    ASSERT_TRUE(open()->put(*sample_tables()[0]));
    const TableKey key = sample_tables()[0]->key();
    EncodedTable damaged = open()->open(key).value()->copy().value();
    damaged.bytes.back() ^= std::byte{1};
    ASSERT_TRUE(open()->put_all({&damaged, 1}));
    const auto checked = open()->check(key);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, TableError::corrupt);
    EXPECT_THAT(checked.error().message, HasSubstr(path()));
    EXPECT_THAT(checked.error().message, HasSubstr(to_string(key)));
    EXPECT_THAT(checked.error().message, HasSubstr("block 1 of 1: the checksum is wrong"));
    EXPECT_FALSE(open()->open(key).value()->copy());
}

/// Kills a writer `times` times at random moments. What it left must be right, and writing must continue.
class KilledStoreTest : public StoreTest {
  protected:
    void kill_writers(unsigned times) {
        std::mt19937_64 random(3);
        ASSERT_FALSE(encoded_samples().empty());  // here, so that the writers need not encode them
        std::size_t kills = 0;
        std::size_t most = 0;
        for (unsigned i = 0; i < times; ++i) {
            const ChildProcess writer([&] {
                const auto store = open();
                for (std::size_t next = i * 7;; ++next) {
                    const Table& table = *sample_tables()[next % sample_tables().size()];
                    if (!(next % 2 == 0 ? store->put(table) : store->put_all(encoded_samples()))) return 1;
                }
            });
            // Later writers get more time, in case the disk is busy.
            const unsigned longest = 20'000 * std::min(i + 1, 10U);
            std::this_thread::sleep_for(std::chrono::microseconds(random() % longest));
            writer.kill();
            if (writer.wait() == -SIGKILL) ++kills;
            most = std::max(most, count_right_tables());
        }
        EXPECT_EQ(kills, times);
        EXPECT_GT(most, 0U) << "no writer came far enough to be killed while it wrote";
        const auto store = open();
        for (const Table* table : sample_tables()) ASSERT_TRUE(store->put(*table));
        EXPECT_EQ(count_right_tables(), sample_tables().size());
    }
};

TEST_P(KilledStoreTest, IsRightAfterEveryKill) { kill_writers(8); }

class SlowKilledStoreTest : public KilledStoreTest {};

TEST_P(SlowKilledStoreTest, IsRightAfterEveryKill) { kill_writers(200); }

/// Files of this process cannot grow beyond a limit: a write fails in the middle, as on a full disk.
TEST_P(StoreTest, SaysThatTheDiskIsFullAndKeepsWhatItHas) {
    SolvedTables tables;
    const Table& large = tables.of("KQvKR");
    {
        const auto store = open();
        std::vector<EncodedTable> encoded;
        for (const Table* table : sample_tables()) encoded.push_back(encode_table(*table).value());
        ASSERT_TRUE(store->put_all(encoded));
    }
    const ChildProcess writer([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const auto store = open();
        const rlimit limit{20'000, 20'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto stored = store->put(large);
        if (stored) return 1;
        if (stored.error().kind != TableError::unwritable) return 2;
        return stored.error().message.find(path()) != std::string::npos ? 0 : 3;
    });
    EXPECT_EQ(writer.wait(), 0);
    EXPECT_FALSE(open()->contains(large.key()).value());
    EXPECT_EQ(count_right_tables(), sample_tables().size());
    EXPECT_TRUE(open()->put(large));
}

TEST_P(StoreTest, IsReadButNotWrittenWithoutPermission) {
    {
        const auto store = open();
        for (const Table* table : sample_tables()) ASSERT_TRUE(store->put(*table));
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
        std::filesystem::permissions(entry.path(),
                                     std::filesystem::perms(entry.is_directory() ? 0555 : 0444));
    }
    ::chmod(folder_.path().c_str(), 0555);
    const ChildProcess reader([&] {
        if (::geteuid() == 0 && ::setuid(65534) != 0) return 77;  // root may write everywhere
        const auto store = open_store(path());
        if (!store) return 1;
        if (!(*store)->find(sample_tables()[0]->key())) return 2;
        if ((*store)->keys().value().size() != sample_tables().size()) return 3;
        const auto stored = (*store)->put(*sample_tables()[0]);
        if (stored || stored.error().kind != TableError::unwritable) return 4;
        return open_store(folder_.path("new")) || open_store(folder_.path("new.db")) ? 5 : 0;
    });
    EXPECT_EQ(reader.wait(), 0);
    ::chmod(folder_.path().c_str(), 0755);
    if (std::filesystem::is_directory(path())) ::chmod(path().c_str(), 0755);
}

INSTANTIATE_TEST_SUITE_P(Both, StoreTest, testing::Values("tables", "tables.db"), [](const auto& test) {
    return std::string_view(test.param).ends_with(".db") ? "Sqlite" : "Directory";
});
INSTANTIATE_TEST_SUITE_P(Both, KilledStoreTest, testing::Values("tables", "tables.db"));
INSTANTIATE_TEST_SUITE_P(Both, SlowKilledStoreTest, testing::Values("tables", "tables.db"));

/// Runs work in another process as a user who may read everything and write nothing. Gives what it returns.
int run_as_reader(const std::function<int()>& work) {
    const ChildProcess reader([&] {
        if (::geteuid() == 0 && ::setuid(65534) != 0) return 77;  // root may write everywhere
        return work();
    });
    return reader.wait();
}

TEST(SqliteStore, ShowsAReaderWithoutPermissionWhatIsCommitted) {
    const TemporaryFolder folder;
    const std::string path = folder.path("tables.db");
    ::chmod(folder.path().c_str(), 0755);
    const auto writer = open_store(path).value();
    ASSERT_TRUE(writer->put(*sample_tables()[0]));
    for (const char* const ending : {"", "-wal", "-shm"}) ::chmod((path + ending).c_str(), 0644);
    ::chmod(path.c_str(), ::geteuid() == 0 ? 0644 : 0444);
    EXPECT_EQ(run_as_reader([&] {
                  const auto store = open_store(path);
                  return store && (*store)->find(sample_tables()[0]->key()) ? 0 : 1;
              }),
              0)
        << "it is in the log only";
}

TEST(SqliteStore, ShowsAReaderWithoutPermissionWhatIsCommittedLater) {
    const TemporaryFolder folder;
    const std::string path = folder.path("tables.db");
    ::chmod(folder.path().c_str(), 0755);
    ASSERT_TRUE(open_store(path).value()->put(*sample_tables()[0]));
    ::chmod(path.c_str(), ::geteuid() == 0 ? 0644 : 0444);
    const std::string sign = folder.path("sign");
    const ChildProcess reader([&] {
        if (::geteuid() == 0 && ::setuid(65534) != 0) return 77;
        const auto store = open_store(path);
        if (!store || (*store)->contains(sample_tables()[1]->key()).value_or(true)) return 1;
        while (!std::filesystem::exists(sign)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return (*store)->contains(sample_tables()[1]->key()).value_or(false) ? 0 : 2;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::chmod(path.c_str(), 0644);
    ASSERT_TRUE(open_store(path).value()->put(*sample_tables()[1]));
    std::ofstream(sign) << "written";
    EXPECT_EQ(reader.wait(), 0);
}

TEST(SqliteStore, DoesNotWaitLongForAForeignLock) {
    const TemporaryFolder folder;
    const std::string path = folder.path("tables.db");
    ASSERT_TRUE(open_store(path).value()->put(*sample_tables()[0]));
    SQLite::Database foreign(path, SQLite::OPEN_READWRITE);
    foreign.exec("PRAGMA locking_mode = EXCLUSIVE");
    foreign.exec("PRAGMA journal_mode = DELETE");
    const auto begin = std::chrono::steady_clock::now();
    foreign.exec("BEGIN EXCLUSIVE");
    EXPECT_EQ(open_store(path).error().kind, TableError::unreadable);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
}

TEST(DirectoryStore, NamesFilesAfterKeysAndIgnoresOthers) {
    const auto files = std::make_shared<MemoryFileSystem>();
    const auto store = DirectoryStore::open_folder(files, "t").value();
    SolvedTables tables;
    ASSERT_TRUE(store->put(tables.of("Kd7vK")));
    EXPECT_TRUE(files->exists("t/Kd7vK.wdl").value());
    for (const auto* name : {"README", "KvKe2.wdl", "no key.wdl", "Kd6vK.wdl.0123.part", ".wdl"}) {
        files->place(std::string("t/") + name, {});
    }
    EXPECT_EQ(store->keys().value(), std::vector{table_key_of("Kd7vK")});
}

/// The old table stays, however little space is left.
TEST(DirectoryStore, KeepsTheOldTableOnAFullDisk) {
    SolvedTables exact;
    SolvedTables bounds(0);
    const std::size_t size = encode_table(exact.of("Kd4vK")).value().bytes.size();
    for (std::size_t space = 0; space <= size; ++space) {
        const auto files = std::make_shared<MemoryFileSystem>();
        const auto store = DirectoryStore::open_folder(files, "t").value();
        ASSERT_TRUE(store->put(bounds.of("Kd4vK")));
        files->set_space(space);
        const auto stored = store->put(exact.of("Kd4vK"));
        ASSERT_EQ(stored.has_value(), space == size);
        EXPECT_TRUE(stored || stored.error().message == "cannot write \"t/Kd4vK.wdl\": no space left");
        EXPECT_EQ(store->find(table_key_of("Kd4vK")).value()->is_exact(), space == size);
    }
}

TEST(OpenStore, RefusesWhatIsNoStore) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("file")) << "text";
    const auto file = open_store(folder.path("file"));
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, TableError::not_a_store);
    EXPECT_THAT(file.error().message, HasSubstr(folder.path("file")));

    std::ofstream(folder.path("text.db")) << std::string(5000, 'x');
    const auto text = open_store(folder.path("text.db"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, TableError::not_a_store);
    EXPECT_THAT(text.error().message, HasSubstr(folder.path("text.db")));
    EXPECT_FALSE(open_store(""));
    EXPECT_FALSE(open_store(folder.path("no/such/folder/x.db")));
}

TEST(StoreList, SearchesInOrderAndWritesToTheFirst) {
    const TemporaryFolder folder;
    SolvedTables exact;
    SolvedTables bounds(0);
    const std::array paths{folder.path("first"), folder.path("second.db")};
    ASSERT_TRUE(open_store(paths[1]).value()->put(bounds.of("Kd4vK")));
    ASSERT_TRUE(open_store(paths[1]).value()->put(exact.of("KvK")));
    const auto stores = open_stores(paths).value();
    EXPECT_EQ(stores->path(), paths[0] + ":" + paths[1]);
    EXPECT_FALSE(stores->find(table_key_of("Kd4vK")).value()->is_exact());
    ASSERT_TRUE(stores->put(exact.of("Kd4vK")));
    EXPECT_TRUE(stores->find(table_key_of("Kd4vK")).value()->is_exact());
    EXPECT_TRUE(open_store(paths[0]).value()->contains(table_key_of("Kd4vK")).value());
    EXPECT_TRUE(stores->contains(table_key_of("KvK")).value());
    EXPECT_EQ(stores->keys().value().size(), 2U);
    EXPECT_EQ(stores->find(table_key_of("Kd5vK")).error().kind, TableError::absent);
}

TEST(StoreList, PrefersExactValuesOfALaterStore) {
    const TemporaryFolder folder;
    SolvedTables exact;
    SolvedTables bounds(0);
    const std::array paths{folder.path("first"), folder.path("second.db")};
    const auto stores = open_stores(paths).value();
    ASSERT_TRUE(stores->put(bounds.of("Kd4vK")));
    ASSERT_TRUE(open_store(paths[1]).value()->put(exact.of("Kd4vK")));
    EXPECT_TRUE(stores->find(table_key_of("Kd4vK")).value()->is_exact());
}

TEST(StoreList, DoesNotHideDamageBehindALaterStore) {
    const TemporaryFolder folder;
    SolvedTables tables;
    const std::array paths{folder.path("first"), folder.path("second")};
    const auto stores = open_stores(paths).value();
    ASSERT_TRUE(open_store(paths[1]).value()->put(tables.of("KvK")));
    std::ofstream(folder.path("first/KvK.wdl")) << "no table";
    EXPECT_EQ(stores->find(table_key_of("KvK")).error().kind, TableError::corrupt);
}

TEST(StoreList, SplitsPathsAtColons) {
    EXPECT_THAT(split_store_paths(""), IsEmpty());
    EXPECT_THAT(split_store_paths("a:b.db::c:"), testing::ElementsAre("a", "b.db", "c"));
    ::setenv("PHILIDOR_PATH", "x:y", 1);
    EXPECT_THAT(store_paths_of_environment(), testing::ElementsAre("x", "y"));
    ::unsetenv("PHILIDOR_PATH");
    EXPECT_THAT(store_paths_of_environment(), IsEmpty());
}

}  // namespace
}  // namespace philidor
