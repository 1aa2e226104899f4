/// @file
/// Several stores used as one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/table/table_store.hpp"

namespace philidor {

/// Stores that are searched one after the other. New tables go to the first. A damaged table in one store is
/// an error even if a later store has the table too; otherwise the damage would go unnoticed.
class StoreList final : public TableStore {
  public:
    /// There must be at least one store.
    explicit StoreList(std::vector<std::unique_ptr<TableStore>> stores);

    /// The paths of all stores, separated by colons.
    [[nodiscard]] std::string path() const override;
    /// Opens a table in the first store that has it.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether any of the stores has the table.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables in all stores, each once.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Stores tables in the first store.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;

  private:
    std::vector<std::unique_ptr<TableStore>> stores_;
};

/// Opens a store, or creates it: an SQLite file if the path ends in .db, otherwise a folder.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_store(const std::string& path);

/// Opens stores that are searched in this order. There must be at least one path. A store that cannot be
/// opened is an error.
[[nodiscard]] Result<std::unique_ptr<TableStore>, TableError> open_stores(std::span<const std::string> paths);

/// Splits a list of paths at colons; empty paths are left out.
[[nodiscard]] std::vector<std::string> split_store_paths(std::string_view list);

/// The paths listed in the environment variable PHILIDOR_PATH; none if it is not set.
[[nodiscard]] std::vector<std::string> store_paths_of_environment();

}  // namespace philidor
