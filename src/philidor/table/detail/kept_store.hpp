/// @file
/// A store that keeps to a size.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/detail/sqlite_store.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// What a server keeps: a database in which tables that were not used for longest make room for new ones.
/// Everything in it may be deleted, so tables that were made on purpose belong elsewhere. Reading does not
/// wait for writing. The file outgrows the limit by no more than what one call of `put_all` stores.
class KeptStore final : public TableStore {
  public:
    /// Opens a database, or makes it. If it is larger than the limit, it is made smaller.
    [[nodiscard]] static Result<std::unique_ptr<KeptStore>, TableError> open_database(
        const std::string& path, std::uint64_t limit_bytes);

    ~KeptStore() override;

    /// The file.
    [[nodiscard]] std::string path() const override { return reading_->path(); }
    /// Reads a table, and notes that it is used.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether the table is there.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Makes room and writes tables, all or none.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Moves a table to the table `damaged` of the database.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

  private:
    KeptStore(std::unique_ptr<SqliteStore> reading,
              std::unique_ptr<SqliteStore> writing,
              std::uint64_t limit_bytes);
    [[nodiscard]] Result<void, TableError> make_room(std::uint64_t more_bytes);

    std::unique_ptr<SqliteStore> reading_;
    std::unique_ptr<SqliteStore> writing_;
    std::uint64_t limit_bytes_;
    mutable std::mutex mutex_;                       ///< guards `used_`
    mutable std::unordered_set<CanonicalKey> used_;  ///< since room was made last
};

}  // namespace philidor
