#include "philidor/base/detail/part_file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor::detail {

namespace {

constexpr std::string_view part_ending = ".part";
constexpr std::size_t digits = 16;
constexpr std::chrono::seconds longest_wait{10};
constexpr std::chrono::milliseconds between_questions{5};
constexpr mode_t permissions = 0777;

/// A name that no other process uses, on any machine. Process numbers would not do, since they can be equal
/// in different containers.
std::string part_name(const std::string& path) {
    std::random_device random;
    return fmt::format("{}.{:08x}{:08x}{}", path, random(), random(), part_ending);
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

int open_folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

}  // namespace

bool write_bytes(int descriptor, ByteView bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

std::string complaint(std::string_view verb, const std::string& path, int error) {
    return fmt::format("cannot {} {}: {}", verb, in_quotes(path), std::generic_category().message(error));
}

tl::unexpected<Error<FileError>> unwritable(const std::string& path, int error) {
    return fail(FileError::unwritable, complaint("write", path, error));
}

std::optional<std::string_view> final_name_of(std::string_view temporary_name) {
    const std::size_t added = 1 + digits + part_ending.size();
    if (temporary_name.size() <= added || !temporary_name.ends_with(part_ending)) return std::nullopt;
    const std::string_view name = temporary_name.substr(0, temporary_name.size() - added);
    const std::string_view number = temporary_name.substr(name.size() + 1, digits);
    const auto is_digit = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
    };
    const bool is_ours = temporary_name[name.size()] == '.' && std::ranges::all_of(number, is_digit);
    return is_ours ? std::optional(name) : std::nullopt;
}

PartFile::PartFile(std::string path) : path_(std::move(path)), file_(make_locked_file(path_, part_)) {
    if (file_.is_open()) take_after_older_file();
}

PartFile::~PartFile() {
    if (file_.is_open() && !is_named_) ::unlink(part_.c_str());
}

void PartFile::take_after_older_file() const {
    struct stat older{};
    struct stat own{};
    if (::stat(path_.c_str(), &older) != 0 || !S_ISREG(older.st_mode)) return;
    if (::fstat(file_.number(), &own) != 0) return;
    const bool is_others = own.st_uid != older.st_uid || own.st_gid != older.st_gid;
    if (is_others) (void)!::fchown(file_.number(), older.st_uid, older.st_gid);  // only root may
    (void)::fchmod(file_.number(), older.st_mode & permissions);
}

bool PartFile::write(ByteView bytes) const { return file_.is_open() && write_bytes(file_.number(), bytes); }

bool PartFile::sync() const { return ::fsync(file_.number()) == 0; }

bool PartFile::sync_everything() const { return ::syncfs(file_.number()) == 0; }

bool PartFile::give_name() {
    is_named_ = std::rename(part_.c_str(), path_.c_str()) == 0;
    return is_named_;
}

bool sync_folder_of(const std::string& path) {
    const Descriptor folder(open_folder_of(path));
    return !folder.is_open() || ::fsync(folder.number()) == 0 || errno == EINVAL || errno == EBADF;
}

FolderLock::FolderLock(const std::string& path) : folder_(open_folder_of(path)) {
    const auto deadline = std::chrono::steady_clock::now() + longest_wait;
    while (folder_.is_open() && ::flock(folder_.number(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return;  // there are no locks
        if (std::chrono::steady_clock::now() > deadline) {
            is_held_ = false;
            return;
        }
        std::this_thread::sleep_for(between_questions);
    }
}

}  // namespace philidor::detail
