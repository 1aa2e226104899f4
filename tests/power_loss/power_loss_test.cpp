// What is left of a store when the power fails: what the disk was not told to keep may be gone, and names may
// have reached it in another order than they were given.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "philidor/base/detail/output_file.hpp"
#include "philidor/base/test_support/temporary_folder.hpp"
#include "philidor/builder/test_support/first_difference.hpp"
#include "philidor/builder/test_support/solved_tables.hpp"
#include "philidor/table/detail/pack_writer.hpp"
#include "philidor/table/detail/table_writer.hpp"
#include "philidor/table/table_store.hpp"

namespace {

/// What a disk holds for certain. The functions of the system that write are replaced below, and tell it.
class Disk {
  public:
    void write(int file) { dirty_.insert(name_of(file)); }
    void sync(int file) {
        const std::string name = name_of(file);
        dirty_.erase(name);
        if (std::filesystem::is_directory(name)) names_.erase(name);
    }
    void sync_all() { dirty_.clear(); }
    void rename(const std::string& from, const std::string& to) {
        // A name may reach the disk before the bytes do; so the bytes must be there by now.
        if (dirty_.contains(from)) ++early_names_;
        names_.insert(std::filesystem::path(to).parent_path().string());
    }

    [[nodiscard]] int early_names() const { return early_names_; }
    [[nodiscard]] bool is_clean() const { return dirty_.empty() && names_.empty(); }

  private:
    static std::string name_of(int file) {
        std::error_code ignored;
        return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored).string();
    }

    std::set<std::string> dirty_;  ///< files with bytes that may be lost
    std::set<std::string> names_;  ///< folders with names that may be lost
    int early_names_ = 0;
};

Disk* watching_disk = nullptr;

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
    if (watching_disk != nullptr) watching_disk->write(file);
    return next<decltype(write)>("write")(file, bytes, count);
}
int fsync(int file) {
    if (watching_disk != nullptr) watching_disk->sync(file);
    return next<decltype(fsync)>("fsync")(file);
}
int syncfs(int file) noexcept {
    if (watching_disk != nullptr) watching_disk->sync_all();
    return next<decltype(syncfs)>("syncfs")(file);
}
int rename(const char* from, const char* to) noexcept {
    if (watching_disk != nullptr) watching_disk->rename(from, to);
    return next<decltype(rename)>("rename")(from, to);
}
}

namespace philidor {
namespace {

using test_support::first_difference;
using test_support::SolvedTables;

/// Watches the disk as long as it lives.
class Watch {
  public:
    Watch() { watching_disk = &disk_; }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { watching_disk = nullptr; }
    [[nodiscard]] const Disk& disk() const { return disk_; }

  private:
    Disk disk_;
};

TEST(PowerLoss, LeavesWholeTablesInAFolderAndAllThatWereStored) {
    SolvedTables tables(0);
    tables.of("Ke4vKe5");
    std::vector<EncodedTable> encoded;
    for (const Table* table : tables.all()) encoded.push_back(encode_table(*table).value());
    ASSERT_GT(encoded.size(), 4U);
    const TemporaryFolder folder;
    const auto store = open_store(folder.path("tables")).value();
    for (const std::size_t count : {std::size_t{1}, encoded.size()}) {
        const Watch watch;
        ASSERT_TRUE(store->put_all(std::span(encoded).first(count)));
        EXPECT_EQ(watch.disk().early_names(), 0);
        EXPECT_TRUE(watch.disk().is_clean()) << count;
    }
}

TEST(PowerLoss, LeavesAWholePackOrNone) {
    SolvedTables tables(0);
    tables.of("Ke4vKe5");
    const TemporaryFolder folder;
    const Watch watch;
    auto writer = detail::PackWriter::open(folder.path("tables.pack")).value();
    ASSERT_TRUE(writer.add(encode_table(*tables.all().front()).value()));
    ASSERT_TRUE(writer.finish());
    EXPECT_EQ(watch.disk().early_names(), 0);
    EXPECT_TRUE(watch.disk().is_clean());
}

TEST(PowerLoss, LeavesTheOldFileOrTheNewOne) {
    const TemporaryFolder folder;
    const Watch watch;
    const auto file = detail::OutputFile::open(folder.path("games.pgn")).value();
    ASSERT_TRUE(file->write("1. e4 *"));
    ASSERT_TRUE(file->finish());
    EXPECT_EQ(watch.disk().early_names(), 0);
    EXPECT_TRUE(watch.disk().is_clean());
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// SQLite writes to its log first. Of what was not synced, any part may be gone.
TEST(PowerLoss, LeavesWholeTablesInADatabase) {
    SolvedTables tables(0);
    tables.of("Ke4vKe5");
    const TemporaryFolder folder;
    const auto store = open_store(folder.path("tables.db")).value();
    for (const Table* table : tables.all()) ASSERT_TRUE(store->put(*table));
    const std::string database = content_of(folder.path("tables.db"));
    const std::string log = content_of(folder.path("tables.db-wal"));
    ASSERT_GT(log.size(), 10'000U);
    std::size_t before = 0;
    for (std::size_t bytes = 0; bytes <= log.size(); bytes += 1009) {
        const std::string path = folder.path(std::to_string(bytes) + ".db");
        std::ofstream(path, std::ios::binary) << database;
        std::ofstream(path + "-wal", std::ios::binary) << log.substr(0, bytes) << std::string(500, '\x55');
        const auto left = open_store(path);
        ASSERT_TRUE(left) << left.error().message;
        std::size_t count = 0;
        for (const Table* table : tables.all()) {
            const auto found = (*left)->find(table->key());
            if (found) {
                EXPECT_EQ(first_difference(**found, *table), std::nullopt);
                ++count;
            } else {
                EXPECT_EQ(found.error().kind, TableError::absent) << found.error().message;
            }
        }
        EXPECT_GE(count, before);
        before = count;
        std::filesystem::remove(path);
    }
    EXPECT_GT(before, 0U);
}

}  // namespace
}  // namespace philidor
