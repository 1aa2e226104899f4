/// @file
/// Files that are written under a temporary name and get their own when they are complete.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/detail/descriptor.hpp"
#include "philidor/base/result.hpp"

namespace philidor::detail {

/// Writes all bytes. False if that fails; `errno` says why.
[[nodiscard]] bool write_bytes(int descriptor, ByteView bytes);

/// "cannot <verb> "<path>": <system message>".
[[nodiscard]] std::string complaint(std::string_view verb, const std::string& path, int error);

/// The error that a file cannot be written.
[[nodiscard]] tl::unexpected<Error<FileError>> unwritable(const std::string& path, int error);

/// The name that the file of a temporary name was to get; empty if `PartFile` makes no such names.
[[nodiscard]] std::optional<std::string_view> final_name_of(std::string_view temporary_name);

/// A file being written as `<name>.<16 hexadecimal digits>.part` in the folder of `<name>`, with a lock that
/// says that it is not abandoned. It gets the mode of an older file of its name, and its owner where that is
/// allowed. Unless it receives its name, it is deleted with this object.
class PartFile {
  public:
    /// Creates the temporary file.
    explicit PartFile(std::string path);
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile();

    /// The name that it is to get.
    [[nodiscard]] const std::string& path() const { return path_; }

    // These return whether they succeeded; if not, `errno` says why.

    /// Appends bytes.
    [[nodiscard]] bool write(ByteView bytes) const;
    /// Waits until its bytes are on the disk.
    [[nodiscard]] bool sync() const;
    /// The same for all files of the disk, which is faster for many.
    [[nodiscard]] bool sync_everything() const;
    /// Gives it its name. An older file of that name is gone.
    [[nodiscard]] bool give_name();

  private:
    void take_after_older_file() const;

    std::string path_;
    std::string part_;
    Descriptor file_;
    bool is_named_ = false;
};

/// Waits until the names in the folder of a file are on the disk. False if that fails; `errno` says why. What
/// cannot be synced, for lack of permission or because the file system does not know how, is left alone.
[[nodiscard]] bool sync_folder_of(const std::string& path);

/// The right to give names in a folder, which one process at a time has. Held until the destructor.
class FolderLock {
  public:
    /// Waits for the lock of the folder of a file, but no longer than ten seconds.
    explicit FolderLock(const std::string& path);

    /// Whether the lock is held, or the file system has no locks.
    [[nodiscard]] bool is_held() const { return is_held_; }

  private:
    Descriptor folder_;
    bool is_held_ = true;
};

}  // namespace philidor::detail
