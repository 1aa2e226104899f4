/// @file
/// Writes numbers and text as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "philidor/base/detail/bytes.hpp"

namespace philidor {

/// Appends little-endian numbers, as a `ByteReader` reads them.
class ByteWriter {
  public:
    /// Appends one byte.
    void write_u8(std::uint8_t number) { write_number(number, 1); }
    /// Appends two bytes, the lower one first.
    void write_u16(std::uint16_t number) { write_number(number, 2); }
    /// Appends four bytes, the lowest one first.
    void write_u32(std::uint32_t number) { write_number(number, 4); }
    /// Appends eight bytes, the lowest one first.
    void write_u64(std::uint64_t number) { write_number(number, 8); }

    /// Appends the bytes as they are.
    void write_bytes(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    /// Appends the characters of the text, without a terminator.
    void write_text(std::string_view text) {
        for (const char letter : text) bytes_.push_back(static_cast<std::byte>(letter));
    }

    /// Everything written so far. The view is valid until the next write.
    [[nodiscard]] ByteView view() const { return bytes_; }

    /// Moves out everything written so far; the writer is empty afterwards.
    [[nodiscard]] Bytes take() { return std::exchange(bytes_, {}); }

  private:
    void write_number(std::uint64_t number, unsigned size) {
        for (unsigned i = 0; i < size; ++i, number >>= 8U)
            bytes_.push_back(static_cast<std::byte>(number & 0xFFU));
    }

    Bytes bytes_;
};

}  // namespace philidor
