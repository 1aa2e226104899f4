/// @file
/// A stream that ends when it is asked to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "philidor/base/budget.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"

namespace philidor::detail {

/// Passes on the bytes of another stream as long as a budget, which must outlive it, goes on. A game may be
/// larger than memory, so it does not do to ask between games.
class StoppableStream final : public ByteStream {
  public:
    /// Takes the stream over.
    StoppableStream(std::unique_ptr<ByteStream> stream, const Budget& budget)
        : stream_(std::move(stream)), budget_(budget) {}

    /// Reads on; an error once the budget has ended.
    [[nodiscard]] Result<std::size_t, FileError> read(std::span<std::byte> target) override {
        if (!budget_.goes_on()) return fail(FileError::unreadable, "stopped");
        return stream_->read(target);
    }

    /// The bytes taken from the other stream.
    [[nodiscard]] std::uint64_t taken() const override { return stream_->taken(); }

  private:
    std::unique_ptr<ByteStream> stream_;
    const Budget& budget_;
};

}  // namespace philidor::detail
