/// @file
/// What we want of an operating system.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/byte_source.hpp"
#include "philidor/base/bytes.hpp"
#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"

namespace philidor {

/// A file to be written.
struct NamedBytes {
    std::string path;
    ByteView bytes;
};

/// Files in folders, by path. An interface, so that tests can be given a disk that is full or lies. All
/// functions may be called from several threads at once. Messages name the path.
class FileSystem {
  public:
    FileSystem() = default;
    FileSystem(const FileSystem&) = delete;
    FileSystem& operator=(const FileSystem&) = delete;
    virtual ~FileSystem() = default;

    /// Opens a file for reading.
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>, FileError> open(
        const std::string& path) const = 0;

    /// Whether there is a file or folder of this name.
    [[nodiscard]] virtual Result<bool, FileError> exists(const std::string& path) const = 0;

    /// The names of the files in a folder, in ascending order, without those that are being written.
    [[nodiscard]] virtual Result<std::vector<std::string>, FileError> list(
        const std::string& folder) const = 0;

    /// Writes files, each all at once: whoever opens it finds the old bytes or the new ones and never a part,
    /// even if the process is killed or the power fails. It is written aside, in the same folder, and then
    /// renamed. Many files together are much faster than one by one, since the disk is waited for only once;
    /// after an error some may be written and others not.
    [[nodiscard]] virtual Result<void, FileError> write_all(std::span<const NamedBytes> files) = 0;

    /// Writes one file all at once.
    [[nodiscard]] Result<void, FileError> write(const std::string& path, ByteView bytes) {
        const NamedBytes file{path, bytes};
        return write_all({&file, 1});
    }

    /// Removes a file.
    [[nodiscard]] virtual Result<void, FileError> remove(const std::string& path) = 0;

    /// Makes a folder, and those it lies in, unless it is there.
    [[nodiscard]] virtual Result<void, FileError> create_folder(const std::string& path) = 0;

    /// Removes from a folder what killed processes have left half written, and nothing that is still being
    /// written. What cannot be removed stays.
    virtual void remove_abandoned(const std::string& folder) = 0;
};

}  // namespace philidor
