/// @file
/// Bytes in sequence: a file too large for memory, a pipe, the output of a decompressor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"

namespace philidor::detail {

/// Bytes to be read once, from the first to the last. One thread at a time.
class ByteStream {
  public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    /// Puts the next bytes into `target`, which is not empty, and returns how many; 0 only at the end. Bytes
    /// that came before an error are good.
    [[nodiscard]] virtual Result<std::size_t, FileError> read(std::span<std::byte> target) = 0;

    /// How many bytes of the file have been taken, before any decompression; for the progress.
    [[nodiscard]] virtual std::uint64_t taken() const = 0;
};

/// Bytes in memory, which must outlive the stream.
class MemoryStream final : public ByteStream {
  public:
    /// A stream of these bytes, at most `most_at_once` of them by one reading.
    explicit MemoryStream(ByteView bytes, std::size_t most_at_once = static_cast<std::size_t>(-1))
        : rest_(bytes), size_(bytes.size()), most_at_once_(most_at_once) {}

    /// Copies the next bytes.
    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        const std::size_t count = std::min({rest_.size(), target.size(), most_at_once_});
        std::ranges::copy(rest_.first(count), target.begin());
        rest_ = rest_.subspan(count);
        return count;
    }

    /// The number of bytes copied.
    [[nodiscard]] std::uint64_t taken() const override { return size_ - rest_.size(); }

  private:
    ByteView rest_;
    std::size_t size_;
    std::size_t most_at_once_;
};

}  // namespace philidor::detail
