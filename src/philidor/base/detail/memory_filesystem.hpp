/// @file
/// Files in memory, for tests, fuzzers and temporary tables.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/detail/filesystem.hpp"

namespace philidor {

/// Files that disappear with the object. It can be told to run out of space.
class MemoryFileSystem final : public FileSystem {
  public:
    /// From now on only this many more bytes can be written in total; after that the disk is full.
    void set_space(std::size_t bytes);

    /// Stores bytes as they are, even if they are invalid.
    void place(const std::string& path, Bytes bytes);

    /// Opens a file for reading. An open file keeps its content when the file is replaced.
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>, FileError> open(
        const std::string& path) const override;
    /// Whether a file or folder of this name exists.
    [[nodiscard]] Result<bool, FileError> exists(const std::string& path) const override;
    /// The names of the files in a folder.
    [[nodiscard]] Result<std::vector<std::string>, FileError> list(const std::string& folder) const override;
    /// Writes files, each of them atomically.
    [[nodiscard]] Result<void, FileError> write_all(std::span<const NamedBytes> files) override;
    /// Gives a file another name in the same folder.
    [[nodiscard]] Result<void, FileError> rename(const std::string& from, const std::string& to) override;
    /// Removes a file.
    [[nodiscard]] Result<void, FileError> remove(const std::string& path) override;
    /// Creates a folder.
    [[nodiscard]] Result<void, FileError> create_folder(const std::string& path) override;
    /// Does nothing: no file is ever abandoned here.
    void remove_abandoned(const std::string& folder, const IsOurs& is_ours) override;

  private:
    std::mutex writing_;        ///< one writer at a time; readers do not wait for it
    mutable std::mutex mutex_;  ///< guards all below
    std::map<std::string, std::shared_ptr<const ByteSource>> files_;
    std::set<std::string> folders_;
    std::optional<std::size_t> space_;
};

}  // namespace philidor
