#include "philidor/base/detail/output_file.hpp"

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/part_file.hpp"

namespace philidor::detail {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16U;
constexpr int most_links = 40;  // as many as the system follows

/// Collects small pieces and passes on large ones.
class BufferedFile : public OutputFile {
  public:
    explicit BufferedFile(std::string path) : path_(std::move(path)) {}

    [[nodiscard]] Result<void, FileError> write(std::string_view text) override {
        buffer_ += text;
        return buffer_.size() < buffer_size ? Result<void, FileError>() : flush();
    }

  protected:
    /// Whether it succeeded; if not, errno says why.
    [[nodiscard]] virtual bool pass_on(ByteView bytes) = 0;

    [[nodiscard]] Result<void, FileError> flush() {
        if (!pass_on(std::as_bytes(std::span(buffer_)))) return failure();
        buffer_.clear();
        return {};
    }

    [[nodiscard]] tl::unexpected<Error<FileError>> failure() const { return unwritable(path_, errno); }

  private:
    std::string path_;  ///< as the user knows it
    std::string buffer_;
};

/// A file that is written aside.
class FileAside final : public BufferedFile {
  public:
    FileAside(const std::string& path, std::string target) : BufferedFile(path), part_(std::move(target)) {}

    [[nodiscard]] Result<void, FileError> finish() override {
        if (auto done = flush(); !done) return done;
        if (!part_.sync() || !part_.give_name() || !sync_folder_of(part_.path())) return failure();
        return {};
    }

    [[nodiscard]] bool pass_on(ByteView bytes) override { return part_.write(bytes); }

  private:
    PartFile part_;
};

/// A pipe or a device.
class DirectFile final : public BufferedFile {
  public:
    DirectFile(const std::string& path, int descriptor) : BufferedFile(path), file_(descriptor) {}

    [[nodiscard]] Result<void, FileError> finish() override { return flush(); }

    [[nodiscard]] bool pass_on(ByteView bytes) override { return write_bytes(file_.number(), bytes); }

  private:
    Descriptor file_;
};

/// The number of a file that this process has open, if the path means one. To open such a path again would
/// begin at the start of a file to which the shell has redirected the output.
std::optional<int> own_descriptor(std::string_view path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        const std::string_view text = path.substr(folder.size());
        int number = -1;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size() && number >= 0) return number;
    }
    return std::nullopt;
}

/// What a path means once its last link is followed. The file at the end may be absent.
struct Target {
    std::string path;
    std::optional<int> descriptor;  ///< if it is open already
};

Result<Target, FileError> follow_links(const std::string& path) {
    std::filesystem::path target = path;
    for (int links = 0; links < most_links; ++links) {
        if (const auto number = own_descriptor(target.string())) return Target{target.string(), number};
        std::error_code error;
        if (!std::filesystem::is_symlink(target, error)) return Target{target.string(), {}};
        const std::filesystem::path next = std::filesystem::read_symlink(target, error);
        if (error) return unwritable(path, error.value());
        target = target.parent_path() / next;  // an absolute one replaces all
    }
    return unwritable(path, ELOOP);
}

}  // namespace

Result<std::unique_ptr<OutputFile>, FileError> OutputFile::open(const std::string& path) {
    const auto target = follow_links(path);
    if (!target) return tl::unexpected(target.error());
    struct stat status{};
    const bool exists = ::stat(target->path.c_str(), &status) == 0;
    if (!target->descriptor && (!exists || S_ISREG(status.st_mode))) {
        if (exists && ::access(target->path.c_str(), W_OK) != 0) return unwritable(path, errno);
        auto file = std::make_unique<FileAside>(path, target->path);
        if (!file->pass_on({})) return unwritable(path, errno);
        return file;
    }
    const int descriptor = target->descriptor ? ::fcntl(*target->descriptor, F_DUPFD_CLOEXEC, 0)
                                              : ::open(target->path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return unwritable(path, errno);
    return std::make_unique<DirectFile>(path, descriptor);
}

}  // namespace philidor::detail
