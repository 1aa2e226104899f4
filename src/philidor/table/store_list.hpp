/// @file
/// Several stores as one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/table/table_store.hpp"

namespace philidor {

/// Stores that are searched one after the other. New tables go to the first. A table that is damaged in one
/// store is an error even if a later store has it, too: nobody would see the damage otherwise.
class StoreList final : public TableStore {
  public:
    /// At least one store.
    explicit StoreList(std::vector<std::unique_ptr<TableStore>> stores);

    /// The paths of all stores, separated by colons.
    [[nodiscard]] std::string path() const override;
    /// Opens a table in the first store that has it.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether some store has the table.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables of all stores, each once.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Stores tables in the first store.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;

  private:
    std::vector<std::unique_ptr<TableStore>> stores_;
};

/// Opens a store, or makes it: an SQLite file if the path ends in .db, else a folder.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_store(const std::string& path);

/// Opens stores to be searched in this order; at least one path. One that cannot be opened is an error.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_stores(std::span<const std::string> paths);

/// The paths of a list that is separated by colons; empty ones are left out.
[[nodiscard]] std::vector<std::string> split_store_paths(std::string_view list);

/// The paths that the environment variable PHILIDOR_PATH lists; none if it is not set.
[[nodiscard]] std::vector<std::string> store_paths_of_environment();

}  // namespace philidor
