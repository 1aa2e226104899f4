/// @file
/// Several stores used as one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Stores that are searched one after the other. New tables go to the first. A damaged table in one store is
/// an error even if a later store has the table too; otherwise the damage would go unnoticed.
class StoreList final : public TableStore {
  public:
    /// There must be at least one store.
    explicit StoreList(std::vector<std::shared_ptr<TableStore>> stores);

    /// The paths of all stores, separated by colons.
    [[nodiscard]] std::string path() const override;
    /// Opens a table in the first store that has it; exact values of a later store come before bounds.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether any of the stores has the table.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables in all stores, each once.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Stores tables in the first store.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Takes a table out of use in the first store that has it.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

  private:
    std::vector<std::shared_ptr<TableStore>> stores_;
};

}  // namespace philidor
