/// @file
/// A folder of tables.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/detail/filesystem.hpp"
#include "philidor/table/detail/block_file.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A folder with a file `KEY.wdl` for the values of each key, and `KEY.dtz` for distances. Other files are
/// left alone. An open table keeps its file open; small files are read whole.
class DirectoryStore final : public TableStore {
  public:
    /// Opens a folder, or creates it. Nothing in the folder is changed before tables are put there.
    [[nodiscard]] static Result<std::unique_ptr<DirectoryStore>, TableError> open_folder(
        std::shared_ptr<FileSystem> files, const std::string& path);

    /// The folder.
    [[nodiscard]] std::string path() const override { return path_; }
    /// Opens a table.
    [[nodiscard]] Result<BlockFile, TableError> open_file(TableKind kind,
                                                          const CanonicalKey& key) const override;
    /// Whether a file exists.
    [[nodiscard]] Result<bool, TableError> contains_file(TableKind kind,
                                                         const CanonicalKey& key) const override;
    /// The keys that have files.
    [[nodiscard]] Result<std::vector<CanonicalKey>, TableError> file_keys(TableKind kind) const override;
    /// Writes files. Many at once are much faster than one by one. The first call removes what killed
    /// processes have left half-written.
    [[nodiscard]] Result<void, TableError> put_all(std::span<const EncodedTable> tables) override;
    /// Renames a file to `KEY.wdl.damaged`, or `KEY.dtz.damaged`.
    [[nodiscard]] Result<void, TableError> set_aside(TableKind kind, const CanonicalKey& key) override;

  private:
    DirectoryStore(std::shared_ptr<FileSystem> files, std::string path);
    [[nodiscard]] Result<void, TableError> check_folder() const;
    [[nodiscard]] tl::unexpected<Error<TableError>> gone_or(const Error<FileError>& error) const;
    [[nodiscard]] Result<bool, FileError> keeps_exact(const CanonicalKey& key) const;
    [[nodiscard]] std::string path_of(TableKind kind, const CanonicalKey& key) const;

    std::shared_ptr<FileSystem> files_;
    std::string path_;
    std::once_flag is_cleaned_;
};

}  // namespace philidor
