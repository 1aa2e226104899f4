/// @file
/// A stream with a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "philidor/base/detail/checksum.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"

namespace philidor::detail {

/// Passes on the bytes of another stream and adds them to a checksum, which must outlive it.
class ChecksumStream final : public ByteStream {
  public:
    /// Takes the stream over.
    ChecksumStream(std::unique_ptr<ByteStream> stream, RunningChecksum& checksum)
        : stream_(std::move(stream)), checksum_(checksum) {}

    /// Reads on.
    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        auto count = stream_->read(target);
        if (count) checksum_.add(target.first(*count));
        return count;
    }

    /// The bytes taken from the other stream.
    [[nodiscard]] std::uint64_t taken() const override { return stream_->taken(); }

  private:
    std::unique_ptr<ByteStream> stream_;
    RunningChecksum& checksum_;
};

}  // namespace philidor::detail
