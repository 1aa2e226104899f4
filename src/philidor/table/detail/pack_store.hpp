/// @file
/// Packs as a store.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/table/detail/pack_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Packs that are read: one file, or all of a folder, as they are when the store is opened. Where two packs
/// have the same table, the first of them in the order of names gives it. Nothing can be stored.
class PackStore final : public TableStore {
  public:
    /// The ending of the names of packs.
    static constexpr std::string_view ending = ".pack";

    /// Opens one pack.
    [[nodiscard]] static Result<std::unique_ptr<PackStore>, TableError> open_file_of_tables(
        const std::string& path);

    /// Opens these packs of a folder.
    [[nodiscard]] static Result<std::unique_ptr<PackStore>, TableError> open_packs(
        const std::string& folder, std::span<const std::string> names);

    /// The file or folder.
    [[nodiscard]] std::string path() const override { return path_; }
    /// Opens a table.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether a pack has the table.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys of all tables, each once.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Always an error, unless there is nothing to be stored.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Always an error.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

  private:
    using Pack = std::shared_ptr<const detail::PackFile>;

    PackStore(std::string path, std::vector<Pack> packs) : path_(std::move(path)), packs_(std::move(packs)) {}

    std::string path_;
    std::vector<Pack> packs_;
};

}  // namespace philidor
