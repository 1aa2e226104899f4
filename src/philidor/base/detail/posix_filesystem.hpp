/// @file
/// The file system of this machine.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/detail/filesystem.hpp"

namespace philidor {

/// The file system of this machine. Several processes may use the same folders. Files are read with `pread`
/// rather than mapped: if another process truncates a file, the reader gets an error instead of a signal.
///
/// A file being written is a `PartFile`; one without a lock is abandoned. FIFOs and devices are no files
/// here: opening them is an error, and does not wait.
class PosixFileSystem final : public FileSystem {
  public:
    /// Opens a file for reading.
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
    /// Creates a folder and its parents, unless they exist.
    [[nodiscard]] Result<void, FileError> create_folder(const std::string& path) override;
    /// Deletes partly written files of killed processes.
    void remove_abandoned(const std::string& folder, const IsOurs& is_ours) override;
};

}  // namespace philidor
