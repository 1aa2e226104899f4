/// @file
/// The file system of the machine.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/filesystem.hpp"

namespace philidor {

/// The file system of the machine. Several processes may use the same folders. A file is read with `pread`
/// and not mapped: should somebody cut it short meanwhile, that is an error and no signal.
///
/// While a file is written it is called `<name>.<number>.part`, and the writer holds a lock on it; a file
/// of that kind without a lock is abandoned.
class PosixFileSystem final : public FileSystem {
  public:
    /// Opens a file for reading.
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
    /// Makes a folder, and those it lies in, unless it is there.
    [[nodiscard]] Result<void, FileError> create_folder(const std::string& path) override;
    /// Removes half-written files of killed processes.
    void remove_abandoned(const std::string& folder) override;
};

}  // namespace philidor
