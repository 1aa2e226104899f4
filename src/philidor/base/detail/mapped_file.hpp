/// @file
/// A file mapped into memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "philidor/base/detail/byte_source.hpp"
#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/result.hpp"

namespace philidor::detail {

/// A file mapped into memory for reading. Only for files that are written aside, renamed, and never changed
/// afterwards: if somebody shortens the file, reading it ends the process.
class MappedFile final : public ByteSource {
  public:
    /// Maps a file. A FIFO or a device is an error.
    [[nodiscard]] static Result<std::shared_ptr<const MappedFile>, FileError> open(const std::string& path);

    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile() override;

    /// All bytes.
    [[nodiscard]] ByteView view() const { return bytes_; }

    /// The number of bytes.
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

    /// Copies bytes into `target`.
    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override;

  private:
    explicit MappedFile(ByteView bytes) : bytes_(bytes) {}

    ByteView bytes_;
};

/// A part of a mapped file.
class MappedPart final : public ByteSource {
  public:
    /// The part must lie within the file.
    MappedPart(std::shared_ptr<const MappedFile> file, std::uint64_t begin, std::uint64_t size);

    /// The number of bytes.
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

    /// Copies bytes into `target`.
    [[nodiscard]] Result<void, FileError> read_at(std::uint64_t offset,
                                                  std::span<std::byte> target) const override;

  private:
    std::shared_ptr<const MappedFile> file_;
    ByteView bytes_;
};

}  // namespace philidor::detail
