/// @file
/// The file operations we need from an operating system.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"

namespace philidor {

/// A file to be written.
struct NamedBytes {
    std::string path;  ///< where to write
    ByteView bytes;    ///< the whole content
    /// Asked just before the file gets its name, while no other process gives names in the folder. If it
    /// says true, an older file stays and this one is dropped; if it fails, so does the writing. May be
    /// empty.
    std::function<Result<bool, FileError>()> keeps_older = nullptr;
};

/// Files in folders, addressed by path. This is an interface so that tests can simulate a full or faulty
/// disk. All functions may be called from several threads at once. Error messages name the path.
class FileSystem {
  public:
    FileSystem() = default;
    FileSystem(const FileSystem&) = delete;
    FileSystem& operator=(const FileSystem&) = delete;
    virtual ~FileSystem() = default;

    /// Opens a file for reading.
    [[nodiscard]] virtual Result<std::shared_ptr<const ByteSource>, FileError> open(
        const std::string& path) const = 0;

    /// Whether a file or folder of this name exists.
    [[nodiscard]] virtual Result<bool, FileError> exists(const std::string& path) const = 0;

    /// The names of the files in a folder, in ascending order, without those still being written.
    [[nodiscard]] virtual Result<std::vector<std::string>, FileError> list(
        const std::string& folder) const = 0;

    /// Writes files, each of them atomically: a reader sees the old content or the new content, never a part
    /// of it, even if the process is killed or the power fails. Each file is written under a temporary name
    /// in the same folder and then renamed; it gets the mode of an older file of its name. Writing many files
    /// in one call is much faster than one by one, because the disk is flushed only once. After an error some
    /// files may have been written and others not.
    [[nodiscard]] virtual Result<void, FileError> write_all(std::span<const NamedBytes> files) = 0;

    /// Writes one file atomically.
    [[nodiscard]] Result<void, FileError> write(const std::string& path, ByteView bytes) {
        const NamedBytes file{path, bytes};
        return write_all({&file, 1});
    }

    /// Gives a file another name in the same folder. A file of that name is replaced.
    [[nodiscard]] virtual Result<void, FileError> rename(const std::string& from, const std::string& to) = 0;

    /// Removes a file.
    [[nodiscard]] virtual Result<void, FileError> remove(const std::string& path) = 0;

    /// Creates a folder and its parents, unless they exist.
    [[nodiscard]] virtual Result<void, FileError> create_folder(const std::string& path) = 0;

    /// Whether a file of this name in a folder would be one of ours.
    using IsOurs = std::function<bool(std::string_view name)>;

    /// Deletes the partly written files that killed processes left in a folder, but none that is still being
    /// written, none whose name does not tell that it was to become one of ours, and nothing behind a link.
    /// Files that cannot be deleted are left alone.
    virtual void remove_abandoned(const std::string& folder, const IsOurs& is_ours) = 0;
};

}  // namespace philidor
