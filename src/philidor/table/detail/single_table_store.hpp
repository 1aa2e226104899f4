/// @file
/// The file of one table as a store.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "philidor/base/detail/filesystem.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// One table in a file of any name that ends like those of a folder: `.wdl` for values, `.dtz` for distances.
/// It is only read.
class SingleTableStore final : public TableStore {
  public:
    /// Whether the name of a file ends like that of a table.
    [[nodiscard]] static bool is_name_of_table(std::string_view path);

    /// Opens the file of a table.
    [[nodiscard]] static Result<std::unique_ptr<SingleTableStore>, TableError> open_table(
        const FileSystem& files, const std::string& path);

    /// The file.
    [[nodiscard]] std::string path() const override { return path_; }
    /// Opens the table.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether it is this table.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The key of the table, if it is of this kind.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Always an error, unless there is nothing to be stored.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Always an error.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

  private:
    SingleTableStore(std::string path, TableKind kind, BlockFile table)
        : path_(std::move(path)), kind_(kind), table_(std::move(table)) {}

    std::string path_;
    TableKind kind_;
    BlockFile table_;
};

}  // namespace philidor
