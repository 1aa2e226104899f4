#include "philidor/table/detail/sqlite_store.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/sqlite_database.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

using detail::SqliteAccess;
using detail::SqliteDatabase;
using detail::SqliteError;

namespace {

constexpr detail::SqliteFormat store_format{.application_id = 0x5068574C,  // "PhWL"
                                            .version = 1,
                                            .kind = "a database of tables",
                                            .short_name = "database"};
constexpr std::size_t largest_blob =
    1'000'000'000;  // SQLite's own limit, unless it was compiled with another

/// What errors of SQLite mean to us when we were about to do a thing that fails with `otherwise`.
auto kind_or(TableError otherwise) {
    return [otherwise](SqliteError error) {
        switch (error) {
            case SqliteError::not_a_database:
            case SqliteError::other_kind: return TableError::not_a_store;
            case SqliteError::other_version: return TableError::unsupported;
            case SqliteError::corrupt: return TableError::corrupt;
            case SqliteError::gone: return TableError::gone;
            case SqliteError::failed: break;
        }
        return otherwise;
    };
}

constexpr std::string_view table_schema =
    "CREATE TABLE IF NOT EXISTS {} (key TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID";

/// The order in which values were used last. Triggers keep it right, whoever writes.
constexpr const char* schema_of_uses = R"(
CREATE TABLE uses (key TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX uses_by_turn ON uses (turn);
INSERT INTO uses SELECT key, 0 FROM tables;
CREATE TRIGGER table_put AFTER INSERT ON tables BEGIN
    INSERT OR REPLACE INTO uses SELECT new.key, 1 + ifnull(max(turn), 0) FROM uses;
END;
CREATE TRIGGER table_deleted AFTER DELETE ON tables BEGIN
    DELETE FROM uses WHERE key = old.key;
END;)";

/// The bytes of the file that are in use. Free pages are filled before the file grows.
std::uint64_t bytes_in_use(SQLite::Database& connection) {
    const auto number = [&](const char* pragma) {
        return static_cast<std::uint64_t>(connection.execAndGet(pragma).getInt64());
    };
    return (number("PRAGMA page_count") - number("PRAGMA freelist_count")) * number("PRAGMA page_size");
}

/// What SQLite calls the tables of a kind.
constexpr const char* name_in_database(TableKind kind) {
    constexpr std::array<const char*, all_table_kinds.size()> names{"tables", "distances", "mates"};
    return names[static_cast<std::size_t>(kind)];
}

Result<std::unique_ptr<SqliteDatabase>, SqliteError> open_database_file(const std::string& path) {
    return SqliteDatabase::open(path, SqliteAccess::write, store_format, [](SQLite::Database& connection) {
        connection.exec(fmt::format(table_schema, name_in_database(TableKind::wdl)));
    });
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

tl::unexpected<Error<TableError>> no_permission(const std::string& path) {
    return fail(TableError::unwritable, fmt::format("{}: no permission to write", in_quotes(path)));
}

/// The bytes of a table; empty if it is not there.
std::optional<Bytes> bytes_of(SQLite::Statement& select, const CanonicalKey& key) {
    select.reset();
    select.bind(1, to_string(key));
    std::optional<Bytes> bytes;
    if (select.executeStep()) {
        const SQLite::Column column = select.getColumn(0);
        const auto* begin = static_cast<const std::byte*>(column.getBlob());
        bytes.emplace(begin, begin + column.getBytes());
    }
    select.reset();
    return bytes;
}

/// Whether the values of a key are stored, readable and exact.
bool is_stored_exact(SQLite::Statement& select, const CanonicalKey& key) {
    auto bytes = bytes_of(select, key);
    if (!bytes) return false;
    const auto source = std::make_shared<const MemoryBytes>(std::move(*bytes));
    const auto file = BlockFile::open(TableKind::wdl, source, "", key);
    return file && file->header().is_exact;
}

}  // namespace

/// A database and its prepared statements, for the thread that holds the mutex.
class SqliteStore::Database {
  public:
    explicit Database(std::unique_ptr<SqliteDatabase> file) : file_(std::move(file)) {}

    [[nodiscard]] const std::string& path() const { return file_->path(); }

    /// Calls `work` with the mutex held, and turns SQLite's exceptions into errors.
    template <class Work>
    auto guarded(TableError kind, const Work& work) {
        const std::scoped_lock lock(mutex_);
        if (file_->is_outdated()) open_again();
        return file_->guarded(kind_or(kind), [&] { return work(*file_); });
    }

    /// The statements of a kind of table; null if there is no place for that kind, and none is to be made.
    [[nodiscard]] Statements* statements(TableKind kind, bool makes_place) {
        std::optional<Statements>& prepared = statements_[kind];
        SQLite::Database& connection = file_->connection();
        if (!prepared && makes_place) connection.exec(fmt::format(table_schema, name_in_database(kind)));
        if (!prepared && connection.tableExists(name_in_database(kind))) prepared.emplace(connection, kind);
        return prepared ? &*prepared : nullptr;
    }

  private:
    /// If that fails, work goes on with the file as it was.
    void open_again() {
        auto file = open_database_file(path());
        if (!file) return;
        for (const TableKind kind : all_table_kinds) statements_[kind].reset();
        file_ = *std::move(file);
    }

    std::mutex mutex_;
    std::unique_ptr<SqliteDatabase> file_;
    IndexedArray<TableKind, std::optional<Statements>, all_table_kinds.size()> statements_;
};

SqliteStore::SqliteStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

SqliteStore::~SqliteStore() = default;

std::string SqliteStore::path() const { return database_->path(); }

Result<std::unique_ptr<SqliteStore>, TableError> SqliteStore::open_database(const std::string& path) {
    auto file = open_database_file(path);
    if (!file) return fail(kind_or(TableError::unreadable)(file.error().kind), file.error().message);
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::make_unique<Database>(std::move(*file))));
}

Result<BlockFile, TableError> SqliteStore::open_file(TableKind kind, const CanonicalKey& key) const {
    const std::string name = fmt::format("{}, {} table {}", in_quotes(path()), name_of(kind), to_string(key));
    auto bytes = database_->guarded(TableError::unreadable, [&](auto&) -> Result<Bytes, TableError> {
        Statements* statements = database_->statements(kind, false);
        if (statements == nullptr) return fail(TableError::absent, name + ": there is no such table");
        auto blob = bytes_of(statements->select, key);
        if (!blob) return fail(TableError::absent, name + ": there is no such table");
        return *std::move(blob);
    });
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    return BlockFile::open(kind, std::make_shared<const MemoryBytes>(std::move(*bytes)), name, key);
}

Result<bool, TableError> SqliteStore::contains_file(TableKind kind, const CanonicalKey& key) const {
    return database_->guarded(TableError::unreadable, [&](auto&) -> Result<bool, TableError> {
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
    using Keys = Result<std::vector<CanonicalKey>, TableError>;
    return database_->guarded(TableError::unreadable, [&](SqliteDatabase& file) -> Keys {
        std::vector<CanonicalKey> keys;
        if (database_->statements(kind, false) == nullptr) return keys;
        SQLite::Statement select(file.connection(),
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
    return database_->guarded(TableError::unwritable, [&](SqliteDatabase& file) -> Result<void, TableError> {
        if (!file.is_writable()) return no_permission(path());
        SQLite::Transaction transaction = file.begin_writing();
        for (const EncodedTable& table : tables) {
            if (table.bytes.size() > largest_blob) {
                return fail(TableError::unwritable,
                            fmt::format("{}: the {} bytes of {} are too many for SQLite: use a folder",
                                        in_quotes(path()), table.bytes.size(), to_string(table.key)));
            }
            Statements& statements = *database_->statements(table.kind, true);
            if (!table.is_exact() && is_stored_exact(statements.select, table.key)) continue;
            SQLite::Statement& insert = statements.insert;
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

Result<void, TableError> SqliteStore::set_aside(TableKind kind, const CanonicalKey& key) {
    return database_->guarded(TableError::unwritable, [&](SqliteDatabase& file) -> Result<void, TableError> {
        if (!file.is_writable()) return no_permission(path());
        SQLite::Transaction transaction = file.begin_writing();
        file.connection().exec(
            "CREATE TABLE IF NOT EXISTS damaged (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID");
        SQLite::Statement move(
            file.connection(),
            fmt::format("INSERT OR REPLACE INTO damaged SELECT key || ?, bytes FROM {} WHERE key = ?",
                        name_in_database(kind)));
        move.bind(1, fmt::format(".{}", name_of(kind)));
        move.bind(2, to_string(key));
        move.exec();
        SQLite::Statement remove(file.connection(),
                                 fmt::format("DELETE FROM {} WHERE key = ?", name_in_database(kind)));
        remove.bind(1, to_string(key));
        remove.exec();
        transaction.commit();
        return {};
    });
}

Result<void, TableError> SqliteStore::make_room(std::uint64_t more_bytes,
                                                std::uint64_t limit_bytes,
                                                std::span<const CanonicalKey> used) {
    return database_->guarded(TableError::unwritable, [&](SqliteDatabase& file) -> Result<void, TableError> {
        if (!file.is_writable()) return no_permission(path());
        SQLite::Database& connection = file.connection();
        SQLite::Transaction transaction = file.begin_writing();
        if (!connection.tableExists("uses")) connection.exec(schema_of_uses);
        SQLite::Statement use(connection,
                              "UPDATE uses SET turn = 1 + (SELECT max(turn) FROM uses) WHERE key = ?");
        for (const CanonicalKey& key : used) {
            use.bind(1, to_string(key));
            use.exec();
            use.reset();
        }
        SQLite::Statement remove_oldest(
            connection, "DELETE FROM tables WHERE key = (SELECT key FROM uses ORDER BY turn LIMIT 1)");
        while (bytes_in_use(connection) + more_bytes > limit_bytes && remove_oldest.exec() != 0) {
            remove_oldest.reset();
        }
        transaction.commit();
        return {};
    });
}

Result<void, TableError> SqliteStore::empty_log() {
    return database_->guarded(TableError::unwritable, [&](SqliteDatabase& file) -> Result<void, TableError> {
        (void)file.connection().execAndGet("PRAGMA wal_checkpoint(TRUNCATE)");
        return {};
    });
}

Result<void, TableError> SqliteStore::compact() {
    return database_->guarded(TableError::unwritable, [&](SqliteDatabase& file) -> Result<void, TableError> {
        file.connection().exec("VACUUM");
        return {};
    });
}

}  // namespace philidor
