/// @file
/// Bytes that can be read from any place: an open file, a blob of a database, a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "philidor/base/bytes.hpp"
#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"

namespace philidor {

/// Bytes to be read piece by piece. Several threads may read at once.
class ByteSource {
  public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// How many bytes there are.
    [[nodiscard]] virtual std::uint64_t size() const = 0;

    /// Fills `target` with the bytes from `offset` on; they must all be there.
    [[nodiscard]] virtual Result<void, FileError> read_at(std::uint64_t offset,
                                                          std::span<std::byte> target) const = 0;

    /// All bytes, at most `most` of them; more are an error.
    [[nodiscard]] Result<Bytes, FileError> read_all(std::uint64_t most = std::uint64_t{1} << 40U) const;
};

/// Bytes in memory.
class MemoryBytes final : public ByteSource {
  public:
    /// Takes the bytes over.
    explicit MemoryBytes(Bytes bytes) : bytes_(std::move(bytes)) {}

    /// How many bytes there are.
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

    /// Copies them.
    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override;

  private:
    Bytes bytes_;
};

}  // namespace philidor
