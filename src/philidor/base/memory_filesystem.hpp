/// @file
/// Files in memory, for tests, fuzzers, and tables that nobody keeps.
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

#include "philidor/base/filesystem.hpp"

namespace philidor {

/// Files that are gone with the object. It can be told to run out of space.
class MemoryFileSystem final : public FileSystem {
  public:
    /// From now on this many more bytes can be written, over all files; then the disk is full.
    void set_space(std::size_t bytes);

    /// Puts bytes in place as they are, faults and all.
    void place(const std::string& path, Bytes bytes);

    /// Opens a file for reading. What is opened does not change when the file does.
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>, FileError> open(
        const std::string& path) const override;
    /// Whether there is a file or folder of this name.
    [[nodiscard]] Result<bool, FileError> exists(const std::string& path) const override;
    /// The names of the files in a folder.
    [[nodiscard]] Result<std::vector<std::string>, FileError> list(const std::string& folder) const override;
    /// Writes files, each all at once.
    [[nodiscard]] Result<void, FileError> write_all(std::span<const NamedBytes> files) override;
    /// Removes a file.
    [[nodiscard]] Result<void, FileError> remove(const std::string& path) override;
    /// Makes a folder.
    [[nodiscard]] Result<void, FileError> create_folder(const std::string& path) override;
    /// Nothing is ever abandoned here.
    void remove_abandoned(const std::string& folder) override;

  private:
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const ByteSource>> files_;
    std::set<std::string> folders_;
    std::optional<std::size_t> space_;
};

}  // namespace philidor
