#include "philidor/pgn/pgn_index.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "philidor/base/in_quotes.hpp"
#include "philidor/material/key_text.hpp"

namespace philidor {

namespace {

constexpr int application_id = 0x50684958;  // "PhIX"
constexpr int schema_version = 1;
constexpr int busy_milliseconds = 10'000;
constexpr std::size_t rows_at_once = 64;

// docs/pgn_index.md explains it.
constexpr const char* schema = R"(
    CREATE TABLE settings (max_men INTEGER NOT NULL, raw_keys INTEGER NOT NULL);
    CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        complete INTEGER NOT NULL,
        games INTEGER NOT NULL,
        left_out INTEGER NOT NULL,
        stopped INTEGER NOT NULL,
        with_fen INTEGER NOT NULL);
    CREATE TABLE men (
        men INTEGER PRIMARY KEY,
        positions INTEGER NOT NULL,
        last_games INTEGER NOT NULL);
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,
        positions INTEGER NOT NULL,
        games INTEGER NOT NULL,
        white_wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        black_wins INTEGER NOT NULL,
        file INTEGER NOT NULL,
        game INTEGER NOT NULL,
        ply INTEGER NOT NULL) WITHOUT ROWID;
)";

/// A statement that inserts keys: one for many rows takes half the time of one for each.
std::string insertion_of(std::size_t rows) {
    const std::string row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";
    std::string text = "INSERT INTO keys VALUES " + row;
    for (std::size_t i = 1; i < rows; ++i) text += ", " + row;
    return text + R"(
        ON CONFLICT (key) DO UPDATE SET
            positions = positions + excluded.positions,
            games = games + excluded.games,
            white_wins = white_wins + excluded.white_wins,
            draws = draws + excluded.draws,
            black_wins = black_wins + excluded.black_wins
    )";
}

constexpr const char* select_keys =
    "SELECT key, keys.positions, keys.games, white_wins, draws, black_wins, name, game, ply "
    "FROM keys JOIN files ON files.id = keys.file ";

std::uint64_t number(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

/// Numbers beyond 2^63, which checksums are, keep their bits.
std::int64_t stored(std::uint64_t number) { return std::bit_cast<std::int64_t>(number); }

void insert(SQLite::Statement& statement, std::span<const NamedCount> rows, std::int64_t file) {
    int column = 0;
    for (const NamedCount& row : rows) {
        statement.bindNoCopy(++column, row.key);
        for (const std::uint64_t figure :
             {row.positions, row.games, row.white_wins, row.draws, row.black_wins})
            statement.bind(++column, stored(figure));
        statement.bind(++column, file);
        statement.bind(++column, stored(row.first.game));
        statement.bind(++column, stored(row.first.ply));
    }
    statement.exec();
    statement.reset();
}

IndexedKey key_of(SQLite::Statement& row) {
    return {{row.getColumn(0).getString(),
             number(row.getColumn(1)),
             number(row.getColumn(2)),
             number(row.getColumn(3)),
             number(row.getColumn(4)),
             number(row.getColumn(5)),
             {number(row.getColumn(7)), number(row.getColumn(8))}},
            row.getColumn(6).getString()};
}

}  // namespace

class PgnIndex::Database {
  public:
    /// Without SQLite's locks: whoever has an index uses it from one thread at a time.
    Database(std::string name, int flags)
        : path(std::move(name)), connection(path, flags | SQLite::OPEN_NOMUTEX, busy_milliseconds) {}

    /// Does SQLite's work and turns its exceptions into errors.
    template <class Work>
    auto guarded(IndexFileError kind, const Work& work) const -> decltype(work()) {
        try {
            return work();
        } catch (const SQLite::Exception& error) {
            return fail(kind, fmt::format("{}: {}", in_quotes(path), error.what()));
        }
    }

    /// Whether it is an index of this version.
    [[nodiscard]] Result<void> check() {
        if (pragma("application_id") != application_id) {
            return fail(IndexFileError::unreadable,
                        fmt::format("{}: not an index of games", in_quotes(path)));
        }
        if (const int version = pragma("user_version"); version != schema_version) {
            return fail(IndexFileError::other_version,
                        fmt::format("{}: index version {}, but this program knows {} only", in_quotes(path),
                                    version, schema_version));
        }
        return {};
    }

    [[nodiscard]] bool is_empty() {
        return connection.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    }

    void create(const IndexSettings& settings) {
        SQLite::Transaction creation(connection, SQLite::TransactionBehavior::IMMEDIATE);
        if (!is_empty()) return;  // another process was faster
        connection.exec(schema);
        SQLite::Statement insert(connection, "INSERT INTO settings VALUES (?, ?)");
        insert.bind(1, settings.most_men);
        insert.bind(2, settings.names == KeyNames::raw ? 1 : 0);
        insert.exec();
        connection.exec(fmt::format("PRAGMA application_id = {}", application_id));
        connection.exec(fmt::format("PRAGMA user_version = {}", schema_version));
        creation.commit();
    }

    [[nodiscard]] IndexSettings settings() const {
        SQLite::Statement select(connection, "SELECT max_men, raw_keys FROM settings");
        select.executeStep();
        return {select.getColumn(0).getUInt(),
                select.getColumn(1).getInt() != 0 ? KeyNames::raw : KeyNames::canonical};
    }

    std::string path;
    mutable SQLite::Database connection;
    std::optional<SQLite::Transaction> transaction;  ///< while a file is added
    std::int64_t file = 0;                           ///< the one that is added

  private:
    [[nodiscard]] int pragma(const std::string& name) {
        return connection.execAndGet("PRAGMA " + name).getInt();
    }
};

PgnIndex::PgnIndex(std::unique_ptr<Database> database, const IndexSettings& settings)
    : database_(std::move(database)), settings_(settings) {}

PgnIndex::~PgnIndex() = default;

PgnIndex::Result<std::unique_ptr<PgnIndex>> PgnIndex::open(const std::string& path,
                                                           const IndexSettings& settings) {
    try {
        auto database = std::make_unique<Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        if (database->is_empty()) {
            database->connection.exec("PRAGMA journal_mode = WAL");
            database->create(settings);
        }
        database->connection.exec("PRAGMA synchronous = NORMAL");
        if (auto checked = database->check(); !checked) return tl::unexpected(std::move(checked.error()));
        const IndexSettings found = database->settings();
        return std::unique_ptr<PgnIndex>(new PgnIndex(std::move(database), found));
    } catch (const SQLite::Exception& error) {
        const bool is_other_file = error.getErrorCode() == SQLITE_NOTADB;
        return fail(is_other_file ? IndexFileError::unreadable : IndexFileError::unwritable,
                    fmt::format("{}: {}", in_quotes(path), error.what()));
    }
}

PgnIndex::Result<std::unique_ptr<PgnIndex>> PgnIndex::open(const std::string& path) {
    try {
        auto database = std::make_unique<Database>(path, SQLite::OPEN_READONLY);
        if (auto checked = database->check(); !checked) return tl::unexpected(std::move(checked.error()));
        const IndexSettings settings = database->settings();
        return std::unique_ptr<PgnIndex>(new PgnIndex(std::move(database), settings));
    } catch (const SQLite::Exception& error) {
        return fail(IndexFileError::unreadable, fmt::format("{}: {}", in_quotes(path), error.what()));
    }
}

PgnIndex::Result<bool> PgnIndex::has_file_of_size(std::uint64_t bytes) const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<bool> {
        SQLite::Statement select(database_->connection, "SELECT 1 FROM files WHERE bytes = ?");
        select.bind(1, stored(bytes));
        return select.executeStep();
    });
}

PgnIndex::Result<std::string> PgnIndex::find_file(std::uint64_t bytes, std::uint64_t checksum) const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<std::string> {
        SQLite::Statement select(database_->connection,
                                 "SELECT name FROM files WHERE bytes = ? AND checksum = ? AND id != ?");
        select.bind(1, stored(bytes));
        select.bind(2, stored(checksum));
        select.bind(3, database_->file);
        return select.executeStep() ? select.getColumn(0).getString() : std::string();
    });
}

PgnIndex::Result<void> PgnIndex::begin_file(const std::string& name) {
    return database_->guarded(IndexFileError::unwritable, [&]() -> Result<void> {
        database_->transaction.emplace(database_->connection, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(database_->connection,
                                 "INSERT INTO files VALUES (NULL, ?, 0, 0, 0, 0, 0, 0, 0)");
        insert.bind(1, name);
        insert.exec();
        database_->file = database_->connection.getLastInsertRowid();
        return {};
    });
}

PgnIndex::Result<void> PgnIndex::add(const NamedCounts& counts) {
    return database_->guarded(IndexFileError::unwritable, [&]() -> Result<void> {
        SQLite::Statement insert_many(database_->connection, insertion_of(rows_at_once));
        SQLite::Statement insert_one(database_->connection, insertion_of(1));
        for (std::span<const NamedCount> rest = counts; !rest.empty();) {
            const bool are_many = rest.size() >= rows_at_once;
            const std::size_t rows = are_many ? rows_at_once : 1;
            insert(are_many ? insert_many : insert_one, rest.first(rows), database_->file);
            rest = rest.subspan(rows);
        }
        return {};
    });
}

PgnIndex::Result<void> PgnIndex::finish_file(const IndexedFile& file, const GameTotals& totals) {
    return database_->guarded(IndexFileError::unwritable, [&]() -> Result<void> {
        SQLite::Statement update(
            database_->connection,
            "UPDATE files SET bytes = ?, checksum = ?, complete = ?, games = ?, left_out = ?, "
            "stopped = ?, with_fen = ? WHERE id = ?");
        update.bind(1, stored(file.bytes));
        update.bind(2, stored(file.checksum));
        update.bind(3, file.is_complete ? 1 : 0);
        update.bind(4, stored(totals.games));
        update.bind(5, stored(totals.left_out));
        update.bind(6, stored(totals.stopped));
        update.bind(7, stored(totals.with_fen));
        update.bind(8, database_->file);
        update.exec();
        SQLite::Statement insert(
            database_->connection,
            "INSERT INTO men VALUES (?, ?, ?) ON CONFLICT (men) DO UPDATE SET positions = "
            "positions + excluded.positions, last_games = last_games + excluded.last_games");
        for (std::size_t men = 0; men < totals.positions_by_men.size(); ++men) {
            if (totals.positions_by_men[men] == 0) continue;
            insert.bind(1, static_cast<int>(men));
            insert.bind(2, stored(totals.positions_by_men[men]));
            insert.bind(3, stored(totals.games_by_last_men[men]));
            insert.exec();
            insert.reset();
        }
        database_->transaction->commit();
        database_->transaction.reset();
        database_->file = 0;
        return {};
    });
}

void PgnIndex::abandon_file() {
    database_->transaction.reset();  // without a commit, it rolls back
    database_->file = 0;
}

PgnIndex::Result<GameTotals> PgnIndex::totals() const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<GameTotals> {
        GameTotals totals;
        SQLite::Statement files(database_->connection,
                                "SELECT games, left_out, stopped, with_fen FROM files");
        while (files.executeStep()) {
            totals.games += number(files.getColumn(0));
            totals.left_out += number(files.getColumn(1));
            totals.stopped += number(files.getColumn(2));
            totals.with_fen += number(files.getColumn(3));
        }
        SQLite::Statement men(database_->connection, "SELECT men, positions, last_games FROM men");
        while (men.executeStep()) {
            const auto count = static_cast<std::size_t>(number(men.getColumn(0)));
            if (count >= totals.positions_by_men.size()) continue;
            totals.positions_by_men[count] = number(men.getColumn(1));
            totals.games_by_last_men[count] = number(men.getColumn(2));
        }
        return totals;
    });
}

PgnIndex::Result<std::vector<IndexedFile>> PgnIndex::files() const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<std::vector<IndexedFile>> {
        std::vector<IndexedFile> files;
        SQLite::Statement select(database_->connection,
                                 "SELECT name, bytes, checksum, complete FROM files ORDER BY id");
        while (select.executeStep()) {
            files.push_back({select.getColumn(0).getString(), number(select.getColumn(1)),
                             number(select.getColumn(2)), select.getColumn(3).getInt() != 0});
        }
        return files;
    });
}

PgnIndex::Result<std::uint64_t> PgnIndex::key_count() const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<std::uint64_t> {
        return number(database_->connection.execAndGet("SELECT count(*) FROM keys"));
    });
}

PgnIndex::Result<std::vector<IndexedKey>> PgnIndex::top(std::size_t limit) const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<std::vector<IndexedKey>> {
        SQLite::Statement select(
            database_->connection,
            std::string(select_keys) + "ORDER BY keys.positions DESC, keys.games DESC, key LIMIT ?");
        select.bind(1, stored(limit));
        std::vector<IndexedKey> keys;
        while (select.executeStep()) keys.push_back(key_of(select));
        return keys;
    });
}

PgnIndex::Result<IndexedKey> PgnIndex::find(const std::string& key) const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<IndexedKey> {
        SQLite::Statement select(database_->connection, std::string(select_keys) + "WHERE key = ?");
        select.bind(1, key);
        IndexedKey found;
        found.key = key;
        return select.executeStep() ? key_of(select) : found;
    });
}

PgnIndex::Result<void> PgnIndex::for_each_key(
    const std::function<void(const CanonicalKey&, const IndexedKey&)>& visit) const {
    return database_->guarded(IndexFileError::unreadable, [&]() -> Result<void> {
        SQLite::Statement select(database_->connection, std::string(select_keys) + "ORDER BY key");
        while (select.executeStep()) {
            const IndexedKey found = key_of(select);
            const auto key = parse_key(found.key);
            if (!key) {
                return fail(
                    IndexFileError::unreadable,
                    fmt::format("{}: {} is no key", in_quotes(database_->path), in_quotes(found.key)));
            }
            visit(canonicalize(*key).key, found);
        }
        return {};
    });
}

}  // namespace philidor
