#include "philidor/table/sqlite_store.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include "philidor/base/byte_source.hpp"
#include "philidor/base/in_quotes.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/key_text.hpp"

namespace philidor {

namespace {

constexpr int application_id = 0x5068574C;  // "PhWL"
constexpr int schema_version = 1;
constexpr std::chrono::milliseconds busy_time(10'000);
constexpr int busy_milliseconds = static_cast<int>(busy_time.count());
constexpr std::size_t largest_blob =
    1'000'000'000;  // SQLite's own limit, unless it was compiled with another

/// What the error codes of SQLite mean to us when we were about to do a thing that fails with `otherwise`.
TableError error_kind(const SQLite::Exception& error, TableError otherwise) {
    switch (error.getErrorCode() & 0xFF) {
        case SQLITE_CORRUPT: return TableError::corrupt;
        case SQLITE_NOTADB: return TableError::not_a_store;
        default: return otherwise;
    }
}

/// Does SQLite's work and turns its exceptions into errors.
template <class Work>
auto guarded(const std::string& path, TableError kind, const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const SQLite::Exception& error) {
        return fail(error_kind(error, kind), fmt::format("{}: {}", in_quotes(path), error.what()));
    }
}

/// A path as SQLite wants it in an URI.
std::string uri_of(const std::string& path) {
    std::string uri = "file:";
    for (const char letter : std::filesystem::absolute(path).string()) {
        const bool is_plain = letter != '?' && letter != '#' && letter != '%';
        uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return uri;
}

/// A connection. A file that we may not write is opened as one that nobody writes, since otherwise SQLite
/// wants to write beside it.
SQLite::Database connect(const std::string& path) {
    if (::access(path.c_str(), F_OK) == 0 && ::access(path.c_str(), W_OK) != 0) {
        return {uri_of(path) + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI, busy_milliseconds};
    }
    return {path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busy_milliseconds};
}

constexpr std::string_view table_schema =
    "CREATE TABLE IF NOT EXISTS {} (key TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID";

/// What SQLite calls the tables of a kind.
constexpr const char* name_in_database(TableKind kind) {
    return kind == TableKind::wdl ? "tables" : "distances";
}

/// What is asked again and again.
struct Statements {
    Statements(const SQLite::Database& connection, TableKind kind)
        : select(connection, fmt::format("SELECT bytes FROM {} WHERE key = ?", name_in_database(kind))),
          exists(connection, fmt::format("SELECT 1 FROM {} WHERE key = ?", name_in_database(kind))),
          insert(
              connection,
              fmt::format("INSERT OR REPLACE INTO {} (key, bytes) VALUES (?, ?)", name_in_database(kind))) {}

    SQLite::Statement select;
    SQLite::Statement exists;
    SQLite::Statement insert;
};

}  // namespace

/// A connection and its prepared statements. One thread at a time: whoever uses it holds `mutex`.
class SqliteStore::Database {
  public:
    explicit Database(const std::string& file) : path(file), connection(connect(file)) {}

    /// Makes sure that it is a database of tables; a new one becomes one.
    [[nodiscard]] Result<void, TableError> prepare() {
        if (is_writable()) {
            connection.exec("PRAGMA journal_mode = WAL");
            connection.exec("PRAGMA synchronous = NORMAL");
            if (is_empty()) create_schema();
        }
        if (pragma("application_id") != application_id) {
            return fail(TableError::not_a_store,
                        fmt::format("{}: not a database of tables", in_quotes(path)));
        }
        if (const int version = pragma("user_version"); version != schema_version) {
            return fail(TableError::unsupported,
                        fmt::format("{}: database version {}, but this program knows {} only",
                                    in_quotes(path), version, schema_version));
        }
        return {};
    }

    /// Whether we may write.
    [[nodiscard]] bool is_writable() const {
        return sqlite3_db_readonly(connection.getHandle(), "main") == 0;
    }

    /// The statements of a kind of table; null if there is no place for that kind, and none is to be made.
    [[nodiscard]] Statements* statements(TableKind kind, bool makes_place) {
        std::optional<Statements>& prepared = statements_[kind];
        if (!prepared && makes_place) {
            connection.exec(fmt::format(table_schema, name_in_database(kind)));
        }
        if (!prepared && connection.tableExists(name_in_database(kind))) prepared.emplace(connection, kind);
        return prepared ? &*prepared : nullptr;
    }

    std::string path;
    std::mutex mutex;
    SQLite::Database connection;

  private:
    [[nodiscard]] int pragma(const std::string& name) {
        return connection.execAndGet("PRAGMA " + name).getInt();
    }

    [[nodiscard]] bool is_empty() {
        return connection.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    }

    void create_schema() {
        SQLite::Transaction transaction(connection, SQLite::TransactionBehavior::IMMEDIATE);
        if (!is_empty()) return;  // another process was faster
        connection.exec(fmt::format(table_schema, name_in_database(TableKind::wdl)));
        connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
        transaction.commit();
    }

    IndexedArray<TableKind, std::optional<Statements>, 2> statements_;
};

SqliteStore::SqliteStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

SqliteStore::~SqliteStore() = default;

std::string SqliteStore::path() const { return database_->path; }

Result<std::unique_ptr<SqliteStore>, TableError> SqliteStore::open_database(const std::string& path) {
    using Opened = Result<std::unique_ptr<SqliteStore>, TableError>;
    const auto open_once = [&]() -> Opened {
        auto database = std::make_unique<Database>(path);
        if (auto prepared = database->prepare(); !prepared)
            return tl::unexpected(std::move(prepared.error()));
        return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(database)));
    };
    // While several processes make a database, SQLite says "locked" to some of them without waiting.
    const auto deadline = std::chrono::steady_clock::now() + busy_time;
    return guarded(path, TableError::unreadable, [&]() -> Opened {
        while (true) {
            try {
                return open_once();
            } catch (const SQLite::Exception& error) {
                const bool is_busy = (error.getErrorCode() & 0xFF) == SQLITE_BUSY;
                if (!is_busy || std::chrono::steady_clock::now() > deadline) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
}

Result<BlockFile, TableError> SqliteStore::open_file(TableKind kind, const CanonicalKey& key) const {
    const std::string text = to_string(key);
    const std::string name = fmt::format("{}, {} table {}", in_quotes(path()), name_of(kind), text);
    auto bytes = guarded(path(), TableError::unreadable, [&]() -> Result<Bytes, TableError> {
        const std::scoped_lock lock(database_->mutex);
        Statements* statements = database_->statements(kind, false);
        if (statements == nullptr) return fail(TableError::absent, name + ": there is no such table");
        SQLite::Statement& select = statements->select;
        select.reset();
        select.bind(1, text);
        if (!select.executeStep()) return fail(TableError::absent, name + ": there is no such table");
        const SQLite::Column column = select.getColumn(0);
        const auto* begin = static_cast<const std::byte*>(column.getBlob());
        Bytes blob(begin, begin + column.getBytes());
        select.reset();
        return blob;
    });
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    return BlockFile::open(kind, std::make_shared<const MemoryBytes>(std::move(*bytes)), name, key);
}

Result<bool, TableError> SqliteStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    return guarded(path(), TableError::unreadable, [&]() -> Result<bool, TableError> {
        const std::scoped_lock lock(database_->mutex);
        Statements* statements = database_->statements(kind, false);
        if (statements == nullptr) return false;
        SQLite::Statement& exists = statements->exists;
        exists.reset();
        exists.bind(1, to_string(key));
        const bool found = exists.executeStep();
        exists.reset();
        return found;
    });
}

Result<std::vector<CanonicalKey>, TableError> SqliteStore::file_keys(TableKind kind) const {
    return guarded(path(), TableError::unreadable, [&]() -> Result<std::vector<CanonicalKey>, TableError> {
        const std::scoped_lock lock(database_->mutex);
        std::vector<CanonicalKey> keys;
        if (database_->statements(kind, false) == nullptr) return keys;
        SQLite::Statement select(database_->connection,
                                 fmt::format("SELECT key FROM {}", name_in_database(kind)));
        while (select.executeStep()) {
            const std::string text = select.getColumn(0).getString();
            const auto key = parse_key(text);
            const bool is_canonical = key && to_string(canonicalize(*key).key) == text;
            if (!is_canonical) {
                return fail(TableError::corrupt,
                            fmt::format("{}: {} is not a canonical key", in_quotes(path()), in_quotes(text)));
            }
            keys.push_back(canonicalize(*key).key);
        }
        std::ranges::sort(keys);
        return keys;
    });
}

Result<void, TableError> SqliteStore::put_all(std::span<const EncodedTable> tables) {
    return guarded(path(), TableError::unwritable, [&]() -> Result<void, TableError> {
        const std::scoped_lock lock(database_->mutex);
        if (!database_->is_writable()) {
            return fail(TableError::unwritable, fmt::format("{}: no permission to write", in_quotes(path())));
        }
        SQLite::Transaction transaction(database_->connection, SQLite::TransactionBehavior::IMMEDIATE);
        for (const EncodedTable& table : tables) {
            if (table.bytes.size() > largest_blob) {
                return fail(TableError::unwritable,
                            fmt::format("{}: the {} bytes of {} are too many for SQLite: use a folder",
                                        in_quotes(path()), table.bytes.size(), to_string(table.key)));
            }
            SQLite::Statement& insert = database_->statements(table.kind, true)->insert;
            insert.reset();
            insert.bind(1, to_string(table.key));
            insert.bindNoCopy(2, table.bytes.data(), static_cast<int>(table.bytes.size()));
            insert.exec();
            insert.reset();
            insert.clearBindings();
        }
        transaction.commit();
        return {};
    });
}

}  // namespace philidor
