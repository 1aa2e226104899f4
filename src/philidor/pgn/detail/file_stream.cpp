#include "philidor/pgn/detail/file_stream.hpp"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "philidor/base/detail/in_quotes.hpp"

namespace philidor::detail {

namespace {

constexpr std::string_view standard_input = "-";

class FileStream final : public ByteStream {
  public:
    FileStream(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
    FileStream(const FileStream&) = delete;
    FileStream& operator=(const FileStream&) = delete;
    ~FileStream() override {
        if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
    }

    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        const ssize_t count = ::read(descriptor_, target.data(), target.size());
        if (count < 0) {
            return fail(FileError::unreadable, fmt::format("cannot read {}: {}", in_quotes(path_),
                                                           std::generic_category().message(errno)));
        }
        taken_ += static_cast<std::uint64_t>(count);
        return static_cast<std::size_t>(count);
    }

    [[nodiscard]] std::uint64_t taken() const override { return taken_; }

  private:
    std::string path_;
    int descriptor_;
    std::uint64_t taken_ = 0;
};

}  // namespace

Result<std::unique_ptr<ByteStream>, FileError> open_file_stream(const std::string& path) {
    if (path == standard_input) return std::make_unique<FileStream>("standard input", STDIN_FILENO);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        const bool is_absent = errno == ENOENT || errno == ENOTDIR;
        return fail(
            is_absent ? FileError::absent : FileError::unreadable,
            fmt::format("cannot open {}: {}", in_quotes(path), std::generic_category().message(errno)));
    }
    auto stream = std::make_unique<FileStream>(path, descriptor);
    struct stat status{};
    if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
        return fail(FileError::unreadable, fmt::format("cannot read {}: it is a folder", in_quotes(path)));
    }
    return stream;
}

Result<void, FileError> check_readable(const std::string& path) {
    struct stat status{};
    const bool is_pipe = path == standard_input || (::stat(path.c_str(), &status) == 0 &&
                                                    !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
    if (is_pipe) return {};
    const auto opened = open_file_stream(path);
    if (!opened) return tl::unexpected(opened.error());
    return {};
}

std::optional<std::uint64_t> size_of_file(const std::string& path) {
    std::error_code error;
    if (path == standard_input || !std::filesystem::is_regular_file(path, error)) return std::nullopt;
    const auto size = std::filesystem::file_size(path, error);
    return error ? std::nullopt : std::optional<std::uint64_t>(size);
}

}  // namespace philidor::detail
