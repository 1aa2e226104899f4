#include "philidor/base/detail/sqlite_database.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/base/test_support/temporary_folder.hpp"

namespace philidor::detail {
namespace {

using testing::HasSubstr;

constexpr SqliteFormat words_format{
    .application_id = 1234, .version = 3, .kind = "a list of words", .short_name = "list"};

void create_words(SQLite::Database& connection) { connection.exec("CREATE TABLE words (word TEXT)"); }

/// Databases with a table of words.
class SqliteDatabaseTest : public testing::Test {
  protected:
    [[nodiscard]] auto open(SqliteAccess access, const SqliteFormat& format = words_format) const {
        return SqliteDatabase::open(path_, access, format, create_words);
    }
    static void add_word(SqliteDatabase& database) {
        database.connection().exec("INSERT INTO words VALUES ('a')");
    }
    static int count_words(SqliteDatabase& database) {
        return database.connection().execAndGet("SELECT count(*) FROM words").getInt();
    }

    TemporaryFolder folder_;
    std::string path_ = folder_.path("words.db");
};

TEST_F(SqliteDatabaseTest, IsMadeOnceAndFoundAgain) {
    {
        const auto database = open(SqliteAccess::write).value();
        EXPECT_EQ(database->path(), path_);
        EXPECT_TRUE(database->is_writable());
        EXPECT_EQ(database->connection().execAndGet("PRAGMA journal_mode").getString(), "wal");
        add_word(*database);
    }
    EXPECT_EQ(count_words(*open(SqliteAccess::write).value()), 1);
    const auto database = open(SqliteAccess::read).value();
    EXPECT_EQ(count_words(*database), 1);
    EXPECT_FALSE(database->is_writable());
}

TEST_F(SqliteDatabaseTest, IsNotMadeToBeRead) {
    const auto database = open(SqliteAccess::read);
    ASSERT_FALSE(database);
    EXPECT_EQ(database.error().kind, SqliteError::failed);
    EXPECT_THAT(database.error().message, HasSubstr(path_));
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(SqliteDatabaseTest, RefusesOtherKindsAndVersions) {
    (void)open(SqliteAccess::write).value();
    for (const SqliteAccess access : {SqliteAccess::read, SqliteAccess::write}) {
        const auto other_kind = open(access, {1235, 3, "a list of names", "list"});
        ASSERT_FALSE(other_kind);
        EXPECT_EQ(other_kind.error().kind, SqliteError::other_kind);
        EXPECT_EQ(other_kind.error().message, "\"" + path_ + "\": not a list of names");
        const auto other_version = open(access, {1234, 4, "a list of words", "list"});
        ASSERT_FALSE(other_version);
        EXPECT_EQ(other_version.error().kind, SqliteError::other_version);
        EXPECT_EQ(other_version.error().message,
                  "\"" + path_ + "\": list version 3, but this program knows 4 only");
    }
}

TEST_F(SqliteDatabaseTest, LeavesAForeignDatabaseAsItIs) {
    SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE foreigners (x)");
    EXPECT_EQ(open(SqliteAccess::write).error().kind, SqliteError::other_kind);
    EXPECT_EQ(SQLite::Database(path_).execAndGet("PRAGMA journal_mode").getString(), "delete");
}

TEST_F(SqliteDatabaseTest, RefusesWhatIsNoDatabase) {
    std::ofstream(path_) << std::string(5000, 'x');
    const auto database = open(SqliteAccess::write);
    ASSERT_FALSE(database);
    EXPECT_EQ(database.error().kind, SqliteError::not_a_database);
    EXPECT_THAT(database.error().message, HasSubstr(path_));
}

TEST_F(SqliteDatabaseTest, UndoesWhatIsNotCommitted) {
    const auto database = open(SqliteAccess::write).value();
    {
        const SQLite::Transaction transaction = database->begin_writing();
        add_word(*database);
    }
    EXPECT_EQ(count_words(*database), 0);
    SQLite::Transaction transaction = database->begin_writing();
    add_word(*database);
    transaction.commit();
    EXPECT_EQ(count_words(*database), 1);
}

TEST_F(SqliteDatabaseTest, TurnsExceptionsIntoErrors) {
    const auto database = open(SqliteAccess::write).value();
    const auto result =
        database->guarded([](SqliteError error) { return error == SqliteError::failed ? 7 : 8; },
                          [&]() -> Result<void, int> {
                              database->connection().exec("SELECT x FROM nowhere");
                              return {};
                          });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, 7);
    EXPECT_EQ(result.error().message, "\"" + path_ + "\": no such table: nowhere");
}

TEST_F(SqliteDatabaseTest, WaitsForAnotherThatMakesIt) {
    SQLite::Database other(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("BEGIN IMMEDIATE");
    const std::jthread end([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        other.exec("ROLLBACK");
    });
    const auto database = open(SqliteAccess::write);
    EXPECT_TRUE(database) << database.error().message;
}

TEST_F(SqliteDatabaseTest, IsMadeByAnyNumberAtTheSameTime) {
    constexpr int makers = 8;
    std::atomic<int> created = 0;
    std::atomic<int> opened = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < makers; ++i) {
            threads.emplace_back([&] {
                const auto database = SqliteDatabase::open(path_, SqliteAccess::write, words_format,
                                                           [&](SQLite::Database& connection) {
                                                               create_words(connection);
                                                               ++created;
                                                           });
                if (database) ++opened;
            });
        }
    }
    EXPECT_EQ(opened, makers);
    EXPECT_EQ(created, 1);
}

}  // namespace
}  // namespace philidor::detail
