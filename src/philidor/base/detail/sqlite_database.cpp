#include "philidor/base/detail/sqlite_database.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor::detail {

namespace {

constexpr std::chrono::milliseconds reading_time(1'000);   // nothing of ours locks readers out
constexpr std::chrono::milliseconds writing_time(10'000);  // one writer waits for another

/// The error code without its details.
int primary_code(const SQLite::Exception& exception) { return exception.getErrorCode() & 0xFF; }

/// A path as SQLite wants it in an URI.
std::string uri_of(const std::string& path) {
    std::string uri = "file:";
    for (const char letter : std::filesystem::absolute(path).string()) {
        const bool is_plain = letter != '?' && letter != '#' && letter != '%';
        uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return uri;
}

/// Whether a file is there that we may not write.
bool is_read_only(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0 && ::access(path.c_str(), W_OK) != 0;
}

/// Whether the last changes are not in the file itself, but in the log beside it.
bool has_log(const std::string& path) { return FileState::of(path + "-wal").bytes != 0; }

/// A connection without SQLite's own locks, since one thread at a time uses it. Beside a file that we may not
/// write, SQLite could not make the files that it reads the log with; so it is told that the file does not
/// change. With a log these files are there, or else the changes cannot be read at all, and that is an error.
SQLite::Database connect(const std::string& path, SqliteAccess access, bool is_frozen) {
    const int milliseconds = static_cast<int>(reading_time.count());
    if (is_frozen) {
        return {uri_of(path) + "?immutable=1",
                SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX, milliseconds};
    }
    const bool only_reads = access == SqliteAccess::read || is_read_only(path);
    const int flags = only_reads ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
    return {path, flags | SQLite::OPEN_NOMUTEX, milliseconds};
}

/// Waits for other writers as long as it lives.
class WritersPatience {
  public:
    explicit WritersPatience(SQLite::Database& connection) : connection_(connection) {
        connection_.setBusyTimeout(static_cast<int>(writing_time.count()));
    }
    WritersPatience(const WritersPatience&) = delete;
    WritersPatience& operator=(const WritersPatience&) = delete;
    ~WritersPatience() { connection_.setBusyTimeout(static_cast<int>(reading_time.count())); }

  private:
    SQLite::Database& connection_;
};

/// Whether something of this name exists and is not a file. SQLite would wait at a FIFO.
bool is_no_file(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

SqliteError error_of(const SQLite::Exception& exception) {
    switch (primary_code(exception)) {
        case SQLITE_CORRUPT: return SqliteError::corrupt;
        case SQLITE_NOTADB: return SqliteError::not_a_database;
        default: return SqliteError::failed;
    }
}

std::string message_of(const std::string& path, const SQLite::Exception& exception) {
    return fmt::format("{}: {}", in_quotes(path), exception.what());
}

FileState FileState::of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return {};
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    return {status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
            status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec};
}

SqliteDatabase::SqliteDatabase(const std::string& path, SqliteAccess access)
    : path_(path),
      is_frozen_(is_read_only(path) && !has_log(path)),
      connection_(connect(path, access, is_frozen_)),
      opened_(FileState::of(path)) {}

Result<std::unique_ptr<SqliteDatabase>, SqliteError> SqliteDatabase::open(const std::string& path,
                                                                          SqliteAccess access,
                                                                          const SqliteFormat& format,
                                                                          const Create& create) {
    if (is_no_file(path)) {
        return fail(SqliteError::not_a_database,
                    fmt::format("{}: not {}, nor a file at all", in_quotes(path), format.kind));
    }
    // While several processes make a database, SQLite says "locked" to some of them without waiting.
    const auto begin = std::chrono::steady_clock::now();
    while (true) {
        try {
            std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(path, access));
            if (auto prepared = database->prepare(access, format, create); !prepared) {
                return tl::unexpected(std::move(prepared.error()));
            }
            return database;
        } catch (const SQLite::Exception& exception) {
            const bool is_busy = primary_code(exception) == SQLITE_BUSY;
            const auto patience = FileState::of(path).bytes == 0 ? writing_time : reading_time;
            if (!is_busy || std::chrono::steady_clock::now() > begin + patience) {
                return fail(error_of(exception), message_of(path, exception));
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

/// Makes the tables of a new database, and makes sure that it is of the format.
Result<void, SqliteError> SqliteDatabase::prepare(SqliteAccess access,
                                                  const SqliteFormat& format,
                                                  const Create& create) {
    const bool writes = access == SqliteAccess::write && is_writable();
    if (writes && is_empty()) {
        connection_.exec("PRAGMA journal_mode = WAL");
        create_tables(format, create);
    }
    if (pragma("application_id") != format.application_id) {
        return fail(SqliteError::other_kind, fmt::format("{}: not {}", in_quotes(path_), format.kind));
    }
    if (const int version = pragma("user_version"); version != format.version) {
        return fail(SqliteError::other_version,
                    fmt::format("{}: {} version {}, but this program knows {} only", in_quotes(path_),
                                format.short_name, version, format.version));
    }
    if (writes) {
        connection_.exec("PRAGMA journal_mode = WAL");
        connection_.exec("PRAGMA synchronous = NORMAL");
    }
    return {};
}

int SqliteDatabase::pragma(const std::string& name) {
    return connection_.execAndGet("PRAGMA " + name).getInt();
}

bool SqliteDatabase::is_empty() {
    return connection_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
}

void SqliteDatabase::create_tables(const SqliteFormat& format, const Create& create) {
    SQLite::Transaction transaction = begin_writing();
    if (!is_empty()) return;  // another process was faster
    create(connection_);
    connection_.exec(fmt::format("PRAGMA application_id = {}", format.application_id));
    connection_.exec(fmt::format("PRAGMA user_version = {}", format.version));
    transaction.commit();
}

bool SqliteDatabase::is_writable() const { return sqlite3_db_readonly(connection_.getHandle(), "main") == 0; }

bool SqliteDatabase::is_outdated() const {
    return is_frozen_ && (FileState::of(path_) != opened_ || has_log(path_));
}

bool SqliteDatabase::is_gone() const { return !FileState::of(path_).is_same_file(opened_); }

std::string SqliteDatabase::message_of_loss() const {
    return fmt::format("{}: it was deleted or replaced while it was open", in_quotes(path_));
}

SQLite::Transaction SqliteDatabase::begin_writing() {
    const WritersPatience patience(connection_);
    return SQLite::Transaction(connection_, SQLite::TransactionBehavior::IMMEDIATE);
}

}  // namespace philidor::detail
