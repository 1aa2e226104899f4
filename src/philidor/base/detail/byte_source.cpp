#include "philidor/base/detail/byte_source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace philidor {

Result<Bytes, FileError> ByteSource::read_all(std::uint64_t most) const {
    if (size() > most)
        return fail(FileError::unreadable, fmt::format("{} bytes are too many to read", size()));
    Bytes bytes(size());
    if (auto read = read_at(0, bytes); !read) return tl::unexpected(std::move(read.error()));
    return bytes;
}

Result<void, FileError> MemoryBytes::read_at(std::uint64_t offset, std::span<std::byte> target) const {
    if (offset > bytes_.size() || target.size() > bytes_.size() - offset) {
        return fail(FileError::unreadable, fmt::format("it ends at byte {}, before the {} bytes at {}",
                                                       bytes_.size(), target.size(), offset));
    }
    std::ranges::copy(ByteView(bytes_).subspan(offset, target.size()), target.begin());
    return {};
}

}  // namespace philidor
