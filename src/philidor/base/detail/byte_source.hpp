/// @file
/// Bytes with random access: an open file, a blob in a database, a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"

namespace philidor {

/// Bytes that can be read in pieces, in any order. Several threads may read at once.
class ByteSource {
  public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// The number of bytes.
    [[nodiscard]] virtual std::uint64_t size() const = 0;

    /// Fills `target` with the bytes starting at `offset`. It is an error if there are not enough.
    [[nodiscard]] virtual Result<void, FileError> read_at(std::uint64_t offset,
                                                          std::span<std::byte> target) const = 0;

    /// All bytes. More than `most` of them is an error.
    [[nodiscard]] Result<Bytes, FileError> read_all(std::uint64_t most = std::uint64_t{1} << 40U) const;
};

/// Bytes in memory.
class MemoryBytes final : public ByteSource {
  public:
    /// Takes ownership of the bytes.
    explicit MemoryBytes(Bytes bytes) : bytes_(std::move(bytes)) {}

    /// The number of bytes.
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

    /// Copies bytes into `target`.
    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override;

  private:
    Bytes bytes_;
};

}  // namespace philidor
