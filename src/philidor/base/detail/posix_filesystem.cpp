#include "philidor/base/detail/posix_filesystem.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor {

namespace {

constexpr std::string_view part_ending = ".part";
constexpr std::size_t fewest_for_batch = 4;
constexpr std::size_t most_in_batch = 128;

/// "cannot <verb> "<path>": <system message>".
std::string complaint(std::string_view verb, const std::string& path, int error) {
    return fmt::format("cannot {} {}: {}", verb, in_quotes(path), std::generic_category().message(error));
}

/// An open file, closed by the destructor.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }

  private:
    int number_;
};

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

/// A name that no other process uses, on any machine. Process numbers would not do, since they can be equal
/// in different containers.
std::string part_name(const std::string& path) {
    std::random_device random;
    return fmt::format("{}.{:08x}{:08x}{}", path, random(), random(), part_ending);
}

bool write_all(int descriptor, ByteView bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

/// Creates a file and locks it, so that no other process takes it for abandoned. Another process may delete
/// it between these two steps; then a new file is created. File systems without locks are accepted. Returns
/// -1 if the file cannot be created, and errno says why.
int make_locked_file(const std::string& path, std::string& part) {
    while (true) {
        part = part_name(path);
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0) return descriptor;
        ::flock(descriptor, LOCK_EX);
        struct stat status{};
        if (::fstat(descriptor, &status) != 0 || status.st_nlink > 0) return descriptor;
        ::close(descriptor);
    }
}

/// A file being written under a temporary name. It is deleted with this object unless it has received its
/// final name.
class Part {
  public:
    explicit Part(std::string path) : path_(std::move(path)), file_(make_locked_file(path_, part_)) {}
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part() {
        if (file_.is_open() && !is_named_) ::unlink(part_.c_str());
    }

    /// These return whether they succeeded; if not, errno says why.
    [[nodiscard]] bool write(ByteView bytes) const {
        return file_.is_open() && write_all(file_.number(), bytes);
    }
    [[nodiscard]] bool sync() const { return ::fsync(file_.number()) == 0; }
    [[nodiscard]] bool sync_everything() const { return ::syncfs(file_.number()) == 0; }
    [[nodiscard]] bool give_name() {
        is_named_ = std::rename(part_.c_str(), path_.c_str()) == 0;
        return is_named_;
    }

  private:
    std::string path_;
    std::string part_;
    Descriptor file_;
    bool is_named_ = false;
};

tl::unexpected<Error<FileError>> unwritable(const std::string& path, int error) {
    return fail(FileError::unwritable, complaint("write", path, error));
}

Result<void, FileError> write_one(const NamedBytes& file) {
    Part part(file.path);
    if (!part.write(file.bytes) || !part.sync() || !part.give_name()) return unwritable(file.path, errno);
    return {};
}

/// Writes files on one file system and flushes the disk once.
Result<void, FileError> write_batch(std::span<const NamedBytes> files) {
    std::vector<std::unique_ptr<Part>> parts;
    for (const NamedBytes& file : files) {
        parts.push_back(std::make_unique<Part>(file.path));
        if (!parts.back()->write(file.bytes)) return unwritable(file.path, errno);
    }
    if (!parts.front()->sync_everything()) return unwritable(files.front().path, errno);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!parts[i]->give_name()) return unwritable(files[i].path, errno);
    }
    return {};
}

}  // namespace

Result<std::shared_ptr<const ByteSource>, FileError> PosixFileSystem::open(const std::string& path) const {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
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
        if (!name.ends_with(part_ending)) names.push_back(std::move(name));
    }
    if (error) return fail(FileError::unreadable, complaint("list", folder, error.value()));
    std::ranges::sort(names);
    return names;
}

Result<void, FileError> PosixFileSystem::write_all(std::span<const NamedBytes> files) {
    while (!files.empty()) {
        // Syncing one file is cheaper than syncing everything that other processes have written. Every part
        // is an open file.
        const std::size_t count = files.size() < fewest_for_batch ? 1 : std::min(files.size(), most_in_batch);
        auto written = count == 1 ? write_one(files.front()) : write_batch(files.first(count));
        if (!written) return written;
        files = files.subspan(count);
    }
    return {};
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

void PosixFileSystem::remove_abandoned(const std::string& folder) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string path = entry->path().string();
        if (!path.ends_with(part_ending)) continue;
        const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.is_open() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    }
}

}  // namespace philidor
