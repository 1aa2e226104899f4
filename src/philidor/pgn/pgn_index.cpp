#include "philidor/pgn/pgn_index.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/sqlite_database.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

using detail::SqliteAccess;
using detail::SqliteDatabase;
using detail::SqliteError;

namespace {

constexpr detail::SqliteFormat index_format{.application_id = 0x50684958,  // "PhIX"
                                            .version = 1,
                                            .kind = "an index of games",
                                            .short_name = "index"};

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

constexpr const char* select_keys =
    "SELECT key, keys.positions, keys.games, white_wins, draws, black_wins, name, game, ply "
    "FROM keys JOIN files ON files.id = keys.file ";

std::uint64_t number(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

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

/// Calls `work`, which reads the database, and turns SQLite's exceptions into errors.
template <class Work>
auto reading(const SqliteDatabase& database, const Work& work) {
    return database.guarded([](SqliteError) { return IndexFileError::unreadable; }, work);
}

/// Why an index could not be opened.
IndexFileError opening_error(SqliteAccess access, SqliteError error) {
    switch (error) {
        case SqliteError::not_a_database:
        case SqliteError::other_kind: return IndexFileError::unreadable;
        case SqliteError::other_version: return IndexFileError::other_version;
        case SqliteError::corrupt:
        case SqliteError::gone:
        case SqliteError::failed: break;
    }
    return access == SqliteAccess::write ? IndexFileError::unwritable : IndexFileError::unreadable;
}

PgnIndex::Result<std::unique_ptr<SqliteDatabase>> open_database(const std::string& path,
                                                                SqliteAccess access,
                                                                const IndexSettings& settings) {
    auto database = SqliteDatabase::open(path, access, index_format, [&](SQLite::Database& connection) {
        connection.exec(schema);
        SQLite::Statement insert(connection, "INSERT INTO settings VALUES (?, ?)");
        insert.bind(1, settings.most_men);
        insert.bind(2, settings.names == KeyNames::raw ? 1 : 0);
        insert.exec();
    });
    if (!database) return fail(opening_error(access, database.error().kind), database.error().message);
    return std::move(*database);
}

PgnIndex::Result<IndexSettings> read_settings(SqliteDatabase& database) {
    return reading(database, [&]() -> PgnIndex::Result<IndexSettings> {
        SQLite::Statement select(database.connection(), "SELECT max_men, raw_keys FROM settings");
        select.executeStep();
        return IndexSettings{select.getColumn(0).getUInt(),
                             select.getColumn(1).getInt() != 0 ? KeyNames::raw : KeyNames::canonical};
    });
}

}  // namespace

std::uint64_t GameTotals::positions() const {
    return std::accumulate(positions_by_men.begin(), positions_by_men.end(), std::uint64_t{0});
}

GameTotals& GameTotals::operator+=(const GameTotals& other) {
    games += other.games;
    left_out += other.left_out;
    stopped += other.stopped;
    with_fen += other.with_fen;
    for (std::size_t men = 0; men < positions_by_men.size(); ++men) {
        positions_by_men[men] += other.positions_by_men[men];
        games_by_last_men[men] += other.games_by_last_men[men];
    }
    return *this;
}

PgnIndex::PgnIndex(std::unique_ptr<SqliteDatabase> database, const IndexSettings& settings)
    : database_(std::move(database)), settings_(settings) {}

PgnIndex::PgnIndex(PgnIndex&&) noexcept = default;
PgnIndex& PgnIndex::operator=(PgnIndex&&) noexcept = default;
PgnIndex::~PgnIndex() = default;

PgnIndex::Result<PgnIndex> PgnIndex::open(const std::string& path, const IndexSettings& settings) {
    return make(open_database(path, SqliteAccess::write, settings));
}

PgnIndex::Result<PgnIndex> PgnIndex::open(const std::string& path) {
    return make(open_database(path, SqliteAccess::read, {}));
}

PgnIndex::Result<PgnIndex> PgnIndex::make(Result<std::unique_ptr<SqliteDatabase>> database) {
    if (!database) return tl::unexpected(std::move(database.error()));
    const auto settings = read_settings(**database);
    if (!settings) return tl::unexpected(settings.error());
    return PgnIndex(std::move(*database), *settings);
}

PgnIndex::Result<GameTotals> PgnIndex::totals() const {
    return reading(*database_, [&]() -> Result<GameTotals> {
        GameTotals totals;
        SQLite::Statement files(database_->connection(),
                                "SELECT games, left_out, stopped, with_fen FROM files");
        while (files.executeStep()) {
            totals.games += number(files.getColumn(0));
            totals.left_out += number(files.getColumn(1));
            totals.stopped += number(files.getColumn(2));
            totals.with_fen += number(files.getColumn(3));
        }
        SQLite::Statement men(database_->connection(), "SELECT men, positions, last_games FROM men");
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
    return reading(*database_, [&]() -> Result<std::vector<IndexedFile>> {
        std::vector<IndexedFile> files;
        SQLite::Statement select(database_->connection(),
                                 "SELECT name, bytes, checksum, complete FROM files ORDER BY id");
        while (select.executeStep()) {
            files.push_back({select.getColumn(0).getString(), number(select.getColumn(1)),
                             number(select.getColumn(2)), select.getColumn(3).getInt() != 0});
        }
        return files;
    });
}

PgnIndex::Result<std::uint64_t> PgnIndex::key_count() const {
    return reading(*database_, [&]() -> Result<std::uint64_t> {
        return number(database_->connection().execAndGet("SELECT count(*) FROM keys"));
    });
}

PgnIndex::Result<std::vector<IndexedKey>> PgnIndex::top(std::size_t limit) const {
    return reading(*database_, [&]() -> Result<std::vector<IndexedKey>> {
        SQLite::Statement select(
            database_->connection(),
            std::string(select_keys) + "ORDER BY keys.positions DESC, keys.games DESC, key LIMIT ?");
        select.bind(1, static_cast<std::int64_t>(limit));
        std::vector<IndexedKey> keys;
        while (select.executeStep()) keys.push_back(key_of(select));
        return keys;
    });
}

PgnIndex::Result<IndexedKey> PgnIndex::find(const std::string& key) const {
    return reading(*database_, [&]() -> Result<IndexedKey> {
        SQLite::Statement select(database_->connection(), std::string(select_keys) + "WHERE key = ?");
        select.bind(1, key);
        IndexedKey found;
        found.key = key;
        return select.executeStep() ? key_of(select) : found;
    });
}

PgnIndex::Result<void> PgnIndex::for_each_key(
    const std::function<void(const CanonicalKey&, const IndexedKey&)>& visit) const {
    return reading(*database_, [&]() -> Result<void> {
        SQLite::Statement select(database_->connection(), std::string(select_keys) + "ORDER BY key");
        while (select.executeStep()) {
            const IndexedKey found = key_of(select);
            const auto key = parse_key(found.key);
            if (!key) {
                return fail(
                    IndexFileError::unreadable,
                    fmt::format("{}: {} is not a key", in_quotes(database_->path()), in_quotes(found.key)));
            }
            visit(canonicalize(*key).key, found);
        }
        return {};
    });
}

}  // namespace philidor
