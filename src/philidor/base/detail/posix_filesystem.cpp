#include "philidor/base/detail/posix_filesystem.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/part_file.hpp"

namespace philidor {

namespace {

using detail::complaint;
using detail::Descriptor;
using detail::FolderLock;
using detail::PartFile;

constexpr std::size_t fewest_for_batch = 4;
constexpr std::size_t most_in_batch = 128;

/// A file open for reading. Its size is the size when it was opened.
class PosixFile final : public ByteSource {
  public:
    PosixFile(std::string path, int descriptor, std::uint64_t size)
        : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

    [[nodiscard]] std::uint64_t size() const override { return size_; }

    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override {
        while (!target.empty()) {
            const ssize_t count =
                ::pread(descriptor_.number(), target.data(), target.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return fail(FileError::unreadable, complaint("read", path_, errno));
            if (count == 0) {
                return fail(FileError::unreadable,
                            fmt::format("cannot read {}: it ends at byte {}", in_quotes(path_), offset));
            }
            offset += static_cast<std::uint64_t>(count);
            target = target.subspan(static_cast<std::size_t>(count));
        }
        return {};
    }

  private:
    std::string path_;
    Descriptor descriptor_;
    std::uint64_t size_;
};

/// Whether this is an ordinary file, not a FIFO or a device.
bool is_file(const Descriptor& descriptor) {
    struct stat status{};
    return descriptor.is_open() && ::fstat(descriptor.number(), &status) == 0 && S_ISREG(status.st_mode);
}

/// How many of the first files are in one folder.
std::size_t count_in_one_folder(std::span<const NamedBytes> files) {
    const auto folder_of = [](const NamedBytes& file) { return file.path.substr(0, file.path.rfind('/')); };
    const std::string folder = folder_of(files.front());
    const auto other =
        std::ranges::find_if(files, [&](const NamedBytes& file) { return folder_of(file) != folder; });
    return static_cast<std::size_t>(other - files.begin());
}

/// Gives complete files of one folder their names, as far as they do not yield to older ones.
Result<void, FileError> give_names(std::span<const NamedBytes> files,
                                   std::span<const std::unique_ptr<PartFile>> parts) {
    const FolderLock lock(files.front().path);
    if (!lock.is_held()) {
        return fail(
            FileError::unwritable,
            fmt::format("cannot write {}: another process has not unlocked its folder for ten seconds",
                        in_quotes(files.front().path)));
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto keeps_older = files[i].keeps_older ? files[i].keeps_older() : false;
        if (!keeps_older) return tl::unexpected(keeps_older.error());
        if (*keeps_older) continue;
        if (!parts[i]->give_name()) return detail::unwritable(files[i].path, errno);
    }
    if (!detail::sync_folder_of(files.front().path)) return detail::unwritable(files.front().path, errno);
    return {};
}

/// Writes files on one file system and flushes the disk once.
Result<void, FileError> write_batch(std::span<const NamedBytes> files) {
    std::vector<std::unique_ptr<PartFile>> parts;
    for (const NamedBytes& file : files) {
        parts.push_back(std::make_unique<PartFile>(file.path));
        if (!parts.back()->write(file.bytes)) return detail::unwritable(file.path, errno);
    }
    // Syncing one file is cheaper than syncing everything that other processes have written.
    const PartFile& first = *parts.front();
    const bool is_synced = files.size() == 1 ? first.sync() : first.sync_everything();
    if (!is_synced) return detail::unwritable(files.front().path, errno);
    for (std::size_t begin = 0; begin < files.size();) {
        const std::size_t count = count_in_one_folder(files.subspan(begin));
        auto named = give_names(files.subspan(begin, count), std::span(parts).subspan(begin, count));
        if (!named) return named;
        begin += count;
    }
    return {};
}

}  // namespace

Result<std::shared_ptr<const ByteSource>, FileError> PosixFileSystem::open(const std::string& path) const {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) {
        const bool is_absent = errno == ENOENT || errno == ENOTDIR;
        return fail(is_absent ? FileError::absent : FileError::unreadable, complaint("open", path, errno));
    }
    struct stat status{};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fail(FileError::unreadable, fmt::format("cannot read {}: it is not a file", in_quotes(path)));
    }
    return std::make_shared<const PosixFile>(path, descriptor, static_cast<std::uint64_t>(status.st_size));
}

Result<bool, FileError> PosixFileSystem::exists(const std::string& path) const {
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return fail(FileError::unreadable, complaint("look at", path, errno));
}

Result<std::vector<std::string>, FileError> PosixFileSystem::list(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::string name = entry->path().filename().string();
        if (!detail::final_name_of(name)) names.push_back(std::move(name));
    }
    if (error) return fail(FileError::unreadable, complaint("list", folder, error.value()));
    std::ranges::sort(names);
    return names;
}

Result<void, FileError> PosixFileSystem::write_all(std::span<const NamedBytes> files) {
    while (!files.empty()) {
        // Every part is an open file.
        const std::size_t count = files.size() < fewest_for_batch ? 1 : std::min(files.size(), most_in_batch);
        auto written = write_batch(files.first(count));
        if (!written) return written;
        files = files.subspan(count);
    }
    return {};
}

Result<void, FileError> PosixFileSystem::rename(const std::string& from, const std::string& to) {
    if (std::rename(from.c_str(), to.c_str()) == 0 && detail::sync_folder_of(to)) return {};
    return fail(errno == ENOENT ? FileError::absent : FileError::unwritable,
                complaint("rename", from, errno));
}

Result<void, FileError> PosixFileSystem::remove(const std::string& path) {
    if (::unlink(path.c_str()) == 0) return {};
    return fail(errno == ENOENT ? FileError::absent : FileError::unwritable,
                complaint("remove", path, errno));
}

Result<void, FileError> PosixFileSystem::create_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error && !std::filesystem::is_directory(path, error) && !error)
        error.assign(ENOTDIR, std::generic_category());
    if (error) return fail(FileError::unwritable, complaint("create the folder", path, error.value()));
    return {};
}

void PosixFileSystem::remove_abandoned(const std::string& folder, const IsOurs& is_ours) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string path = entry->path().string();
        const std::string name = entry->path().filename().string();
        const auto final_name = detail::final_name_of(name);
        if (!final_name || !is_ours(*final_name)) continue;
        const Descriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (is_file(file) && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    }
}

}  // namespace philidor
