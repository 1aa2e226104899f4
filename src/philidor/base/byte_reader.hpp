/// @file
/// Numbers and text out of bytes that need not be what they should be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/base/bytes.hpp"

namespace philidor {

/// Reads little-endian numbers from front to back. Reading past the end gives zeros and is remembered, so
/// that a few reads can be followed by one question: `is_overrun()`.
class ByteReader {
  public:
    /// A reader at the front of the bytes, which must outlive it.
    explicit ByteReader(ByteView bytes) : rest_(bytes) {}

    /// One byte.
    [[nodiscard]] std::uint8_t read_u8() { return static_cast<std::uint8_t>(read_number(1)); }
    /// Two bytes, the lower one first.
    [[nodiscard]] std::uint16_t read_u16() { return static_cast<std::uint16_t>(read_number(2)); }
    /// Four bytes, the lowest one first.
    [[nodiscard]] std::uint32_t read_u32() { return static_cast<std::uint32_t>(read_number(4)); }
    /// Eight bytes, the lowest one first.
    [[nodiscard]] std::uint64_t read_u64() { return read_number(8); }

    /// The next `count` bytes; none at all if there are fewer.
    [[nodiscard]] ByteView read_bytes(std::size_t count) {
        if (count > rest_.size()) {
            rest_ = {};
            is_overrun_ = true;
            return {};
        }
        const ByteView bytes = rest_.first(count);
        rest_ = rest_.subspan(count);
        return bytes;
    }

    /// The next `count` bytes as text; none at all if there are fewer.
    [[nodiscard]] std::string read_text(std::size_t count) {
        std::string text;
        for (const std::byte byte : read_bytes(count)) text += static_cast<char>(byte);
        return text;
    }

    /// How many bytes are left.
    [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

    /// Whether more was read than there was.
    [[nodiscard]] bool is_overrun() const { return is_overrun_; }

  private:
    [[nodiscard]] std::uint64_t read_number(unsigned size) {
        std::uint64_t number = 0;
        unsigned place = 0;
        for (const std::byte byte : read_bytes(size)) {
            number |= std::to_integer<std::uint64_t>(byte) << place;
            place += 8;
        }
        return number;
    }

    ByteView rest_;
    bool is_overrun_ = false;
};

}  // namespace philidor
