#include "philidor/pgn/detail/index_transaction.hpp"

#include <bit>
#include <cstddef>
#include <span>

namespace philidor::detail {

namespace {

constexpr std::size_t rows_at_once = 64;

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

/// Whatever goes wrong here, the index could not be written.
IndexFileError unwritable(SqliteError /*error*/) { return IndexFileError::unwritable; }

}  // namespace

Result<std::unique_ptr<IndexTransaction>, IndexFileError> IndexTransaction::begin(PgnIndex& index,
                                                                                  const std::string& name) {
    using Begun = Result<std::unique_ptr<IndexTransaction>, IndexFileError>;
    SqliteDatabase& database = *index.database_;
    return database.guarded(unwritable, [&]() -> Begun {
        return std::unique_ptr<IndexTransaction>(new IndexTransaction(database, name));
    });
}

IndexTransaction::IndexTransaction(SqliteDatabase& database, const std::string& name)
    : database_(database), transaction_(database.begin_writing()) {
    // No file has -1 bytes, so none is mistaken for one that is still being read.
    SQLite::Statement insert(database_.connection(),
                             "INSERT INTO files VALUES (NULL, ?, -1, 0, 0, 0, 0, 0, 0)");
    insert.bind(1, name);
    insert.exec();
    file_ = database_.connection().getLastInsertRowid();
}

Result<void, IndexFileError> IndexTransaction::add(const NamedCounts& counts) {
    return database_.guarded(unwritable, [&]() -> Result<void, IndexFileError> {
        SQLite::Statement insert_many(database_.connection(), insertion_of(rows_at_once));
        SQLite::Statement insert_one(database_.connection(), insertion_of(1));
        for (std::span<const NamedCount> rest = counts; !rest.empty();) {
            const bool are_many = rest.size() >= rows_at_once;
            const std::size_t rows = are_many ? rows_at_once : 1;
            insert(are_many ? insert_many : insert_one, rest.first(rows), file_);
            rest = rest.subspan(rows);
        }
        return {};
    });
}

Result<void, IndexFileError> IndexTransaction::commit(const IndexedFile& file, const GameTotals& totals) {
    return database_.guarded(unwritable, [&]() -> Result<void, IndexFileError> {
        write_file(file, totals);
        add_men(totals);
        transaction_.commit();
        return {};
    });
}

void IndexTransaction::write_file(const IndexedFile& file, const GameTotals& totals) {
    SQLite::Statement update(database_.connection(),
                             "UPDATE files SET bytes = ?, checksum = ?, complete = ?, games = ?, "
                             "left_out = ?, stopped = ?, with_fen = ? WHERE id = ?");
    update.bind(1, stored(file.bytes));
    update.bind(2, stored(file.checksum));
    update.bind(3, file.is_complete ? 1 : 0);
    update.bind(4, stored(totals.games));
    update.bind(5, stored(totals.left_out));
    update.bind(6, stored(totals.stopped));
    update.bind(7, stored(totals.with_fen));
    update.bind(8, file_);
    update.exec();
}

void IndexTransaction::add_men(const GameTotals& totals) {
    SQLite::Statement insert(database_.connection(),
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
}

}  // namespace philidor::detail
