/// @file
/// A database of tables.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// One SQLite file that holds the bytes of each table as a blob: for hundreds of thousands of small tables,
/// where a folder would be slow. Any number of processes may read while one writes; a second writer waits for
/// the first, up to ten seconds. Threads of one process take turns with the database, and decode at the same
/// time.
///
///     CREATE TABLE tables (key TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
///     CREATE TABLE distances (key TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
///
/// the second only if there are distances, with `application_id` 0x5068574C ("PhWL") and `user_version` 1, in
/// WAL mode. Not for network file systems.
class SqliteStore final : public TableStore {
  public:
    /// Opens a database, or makes it. A file without write permission is opened for reading.
    [[nodiscard]] static Result<std::unique_ptr<SqliteStore>, TableError> open_database(
        const std::string& path);

    ~SqliteStore() override;

    /// The file.
    [[nodiscard]] std::string path() const override;
    /// Reads a table.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether the table is there.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Writes tables, all or none. Many at once are much faster than one by one.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Moves a table to the table `damaged` of the database.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

    /// Notes that the values of these keys were used, and deletes the values that were not used for longest,
    /// until this many more bytes fit into the limit. From the first call on, the database remembers the
    /// order of uses; putting a table is a use.
    [[nodiscard]] Result<void, TableError> make_room(std::uint64_t more_bytes,
                                                     std::uint64_t limit_bytes,
                                                     std::span<const CanonicalKey> used);

    /// Moves all changes from the log beside the file to the file, and empties the log.
    [[nodiscard]] Result<void, TableError> empty_log();

    /// Makes the file as small as what is in it.
    [[nodiscard]] Result<void, TableError> compact();

  private:
    class Database;
    explicit SqliteStore(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

}  // namespace philidor
