/// @file
/// Reads numbers and text from bytes that may be damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "philidor/base/detail/bytes.hpp"

namespace philidor {

/// Reads little-endian numbers from front to back. Reading past the end returns zeros and is remembered, so a
/// caller can make several reads and then check `is_overrun()` once.
class ByteReader {
  public:
    /// Starts at the first byte. The bytes must outlive the reader.
    explicit ByteReader(ByteView bytes) : rest_(bytes) {}

    /// One byte.
    [[nodiscard]] std::uint8_t read_u8() { return static_cast<std::uint8_t>(read_number(1)); }
    /// Two bytes, the lower one first.
    [[nodiscard]] std::uint16_t read_u16() { return static_cast<std::uint16_t>(read_number(2)); }
    /// Four bytes, the lowest one first.
    [[nodiscard]] std::uint32_t read_u32() { return static_cast<std::uint32_t>(read_number(4)); }
    /// Eight bytes, the lowest one first.
    [[nodiscard]] std::uint64_t read_u64() { return read_number(8); }

    /// The next `count` bytes, or none if fewer are left; that counts as an overrun.
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

    /// The next `count` bytes as text, or none if fewer are left; that counts as an overrun.
    [[nodiscard]] std::string read_text(std::size_t count) {
        std::string text;
        for (const std::byte byte : read_bytes(count)) text += static_cast<char>(byte);
        return text;
    }

    /// The number of bytes left.
    [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

    /// Whether a read went past the end.
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
