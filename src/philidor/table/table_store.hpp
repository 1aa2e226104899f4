/// @file
/// Where tables are stored.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/table_error.hpp"

namespace philidor {

class BlockFile;
class DistanceReader;
class Table;
class TableReader;
struct EncodedTable;
enum class TableKind : std::uint8_t;

/// Tables by key. A table is stored as a whole or not at all, even if a process is killed while
/// writing. Storing a table again replaces it, but exact values are never replaced by bounds, not even if
/// another process stores them at the same time. Reading changes nothing.
///
/// All functions may be called from several threads at once, and several processes may use the same store. An
/// absent table is an error like any other, so that it cannot be overlooked; its kind is
/// `TableError::absent`.
class TableStore {
  public:
    TableStore() = default;
    TableStore(const TableStore&) = delete;
    TableStore& operator=(const TableStore&) = delete;
    virtual ~TableStore() = default;

    /// Where the store is, for messages.
    [[nodiscard]] virtual std::string path() const = 0;

    /// Opens a table of some kind.
    [[nodiscard]] virtual Result<BlockFile, TableError> open_file(TableKind kind,
                                                                  const CanonicalKey& key) const = 0;

    /// Whether a table of this kind is stored under this name. It may still be damaged.
    [[nodiscard]] virtual Result<bool, TableError> contains_file(TableKind kind,
                                                                 const CanonicalKey& key) const = 0;

    /// The names of all tables of this kind, in ascending order.
    [[nodiscard]] virtual Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const = 0;

    /// Stores tables made by `encode_table`, `encode_distances` or `BlockFile::copy`. After an error some may
    /// have been stored and others not.
    [[nodiscard]] virtual Result<void, TableError> put_all(std::span<const EncodedTable> tables) = 0;

    /// Takes a damaged table out of use. Its bytes are kept for those who want to know what happened to them.
    [[nodiscard]] virtual Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) = 0;

    /// Opens a table of either kind, which older programs may have stored under the name of its mirror image.
    [[nodiscard]] Result<BlockFile, TableError> find_file(TableKind kind, const TableKey& key) const;

    /// Opens the values of a key for single queries; see `TableReader`.
    [[nodiscard]] Result<std::shared_ptr<const TableReader>, TableError> open(const TableKey& key) const;

    /// Opens the distances to zeroing of a key for single queries; see `DistanceReader`.
    [[nodiscard]] Result<std::shared_ptr<const DistanceReader>, TableError> open_distances(
        const TableKey& key) const;

    /// Opens the distances to mate of a key for single queries; see `MateDistance`.
    [[nodiscard]] Result<std::shared_ptr<const DistanceReader>, TableError> open_mates(
        const TableKey& key) const;

    /// Whether the values of a key are stored. They may still be damaged.
    [[nodiscard]] Result<bool, TableError> contains(const TableKey& key) const;

    /// Whether the values of a key are stored, readable and exact.
    [[nodiscard]] bool has_exact(const TableKey& key) const;

    /// The keys whose values are stored, in ascending order.
    [[nodiscard]] Result<std::vector<TableKey>, TableError> keys() const;

    /// Reads a whole table.
    [[nodiscard]] Result<std::shared_ptr<const Table>, TableError> find(const TableKey& key,
                                                                        unsigned threads = 1) const;

    /// Stores a table.
    [[nodiscard]] Result<void, TableError> put(const Table& table, unsigned threads = 1);

    /// Verifies the checksums of a table, without solving it; see `BlockFile::check`.
    [[nodiscard]] Result<void, TableError> check(const TableKey& key) const;
};

/// Opens a store, or creates it: an SQLite file if the path ends in .db, otherwise a folder. A file whose
/// name ends in .pack (docs/pack_format.md), .wdl or .dtz, or a folder of packs, is opened for reading.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_store(const std::string& path);

/// Opens stores that are searched in this order. There must be at least one path. A store that cannot be
/// opened is an error.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_stores(std::span<const std::string> paths);

/// Splits a list of paths at colons; empty paths are left out.
[[nodiscard]] std::vector<std::string> split_store_paths(std::string_view list);

/// The paths listed in the environment variable PHILIDOR_PATH; none if it is not set.
[[nodiscard]] std::vector<std::string> store_paths_of_environment();

/// A store in memory, which is gone with the object.
[[nodiscard]] std::unique_ptr<TableStore> make_memory_store();

}  // namespace philidor
