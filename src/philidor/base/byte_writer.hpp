/// @file
/// Numbers and text as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "philidor/base/bytes.hpp"

namespace philidor {

/// Appends little-endian numbers: what a `ByteReader` reads.
class ByteWriter {
  public:
    /// One byte.
    void write_u8(std::uint8_t number) { write_number(number, 1); }
    /// Two bytes, the lower one first.
    void write_u16(std::uint16_t number) { write_number(number, 2); }
    /// Four bytes, the lowest one first.
    void write_u32(std::uint32_t number) { write_number(number, 4); }
    /// Eight bytes, the lowest one first.
    void write_u64(std::uint64_t number) { write_number(number, 8); }

    /// The bytes as they are.
    void write_bytes(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    /// The letters of the text and nothing after them.
    void write_text(std::string_view text) {
        for (const char letter : text) bytes_.push_back(static_cast<std::byte>(letter));
    }

    /// What was written so far.
    [[nodiscard]] ByteView view() const { return bytes_; }

    /// What was written, to keep; the writer is empty again.
    [[nodiscard]] Bytes take() { return std::exchange(bytes_, {}); }

  private:
    void write_number(std::uint64_t number, unsigned size) {
        for (unsigned i = 0; i < size; ++i, number >>= 8U)
            bytes_.push_back(static_cast<std::byte>(number & 0xFFU));
    }

    Bytes bytes_;
};

}  // namespace philidor
