#include "philidor/base/detail/mapped_file.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "philidor/base/detail/descriptor.hpp"
#include "philidor/base/detail/in_quotes.hpp"
#include "philidor/base/detail/part_file.hpp"

namespace philidor::detail {

namespace {

Result<void, FileError> copy_from(ByteView bytes, std::uint64_t offset, std::span<std::byte> target) {
    if (offset > bytes.size() || target.size() > bytes.size() - offset) {
        return fail(FileError::unreadable, fmt::format("it ends at byte {}, before the {} bytes at {}",
                                                       bytes.size(), target.size(), offset));
    }
    std::ranges::copy(bytes.subspan(offset, target.size()), target.begin());
    return {};
}

}  // namespace

Result<std::shared_ptr<const MappedFile>, FileError> MappedFile::open(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.is_open()) {
        const bool is_absent = errno == ENOENT || errno == ENOTDIR;
        return fail(is_absent ? FileError::absent : FileError::unreadable, complaint("open", path, errno));
    }
    struct stat status{};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return fail(FileError::unreadable, fmt::format("cannot read {}: it is not a file", in_quotes(path)));
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    ByteView bytes;
    if (size != 0) {  // nothing cannot be mapped
        void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
        if (begin == MAP_FAILED) return fail(FileError::unreadable, complaint("map", path, errno));
        bytes = {static_cast<const std::byte*>(begin), size};
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() {
    // The system wants a pointer that it could write to, though it does not.
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());  // NOLINT
}

Result<void, FileError> MappedFile::read_at(std::uint64_t offset, std::span<std::byte> target) const {
    return copy_from(bytes_, offset, target);
}

MappedPart::MappedPart(std::shared_ptr<const MappedFile> file, std::uint64_t begin, std::uint64_t size)
    : file_(std::move(file)), bytes_(file_->view().subspan(begin, size)) {
    assert(begin + size <= file_->size());
}

Result<void, FileError> MappedPart::read_at(std::uint64_t offset, std::span<std::byte> target) const {
    return copy_from(bytes_, offset, target);
}

}  // namespace philidor::detail
