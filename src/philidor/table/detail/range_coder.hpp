/// @file
/// An adaptive binary range coder: well-predicted decisions cost next to nothing. docs/table_format.md, "The
/// range coder", is normative for every number here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/base/detail/bytes.hpp"
#include "philidor/base/inline.hpp"

namespace philidor::detail {

/// The probability of a decision that is taken again and again:
///
///       bit  15-4                             3-0
///            probability of yes, of 4096      decisions seen, at most 15
///
/// Early decisions count more than later ones.
class Chance {
  public:
    /// Nothing seen yet; `yes` out of 4096 is the initial guess.
    constexpr explicit Chance(unsigned yes = 2048) : state_(static_cast<std::uint16_t>(yes << 4U)) {}

    /// The probability of yes, out of 4096. It is never certain: 16 to 4080.
    [[nodiscard]] PHILIDOR_INLINE std::uint32_t yes() const { return state_ >> 4U; }

    /// Adapts to a decision.
    PHILIDOR_INLINE void learn(bool decision) {
        constexpr std::array<std::uint8_t, 16> rates{1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5};
        const int seen = state_ & 15;
        const int chance = state_ >> 4U;
        const int goal = decision ? 4080 : 16;
        const int learned = chance + ((goal - chance) >> rates[static_cast<std::size_t>(seen)]);
        state_ = static_cast<std::uint16_t>(learned << 4 | std::min(seen + 1, 15));
    }

  private:
    std::uint16_t state_;
};

/// Below this, the range is extended by another byte.
inline constexpr std::uint32_t least_range = std::uint32_t{1} << 24U;

/// Writes decisions.
class RangeEncoder {
  public:
    /// Writes a decision, returns it, and adapts the chance to it.
    bool code(Chance& chance, bool decision) {
        const std::uint32_t bound = (range_ >> 12U) * chance.yes();
        if (decision) {
            range_ = bound;
        } else {
            low_ += bound;
            range_ -= bound;
        }
        chance.learn(decision);
        if (range_ < least_range) {
            range_ <<= 8U;
            shift_out();
        }
        return decision;
    }

    /// Finishes and returns the shortest sufficient sequence of bytes, since a decoder reads zeros past the
    /// end.
    [[nodiscard]] Bytes finish() {
        // Of all numbers from low to low + range - 1, take the one with the most trailing zeros.
        for (unsigned zeros = 24;; zeros -= 8) {
            const std::uint64_t mask = (std::uint64_t{1} << zeros) - 1;
            const std::uint64_t rounded = (low_ + mask) & ~mask;
            if (rounded >= low_ + range_) continue;
            low_ = rounded;
            break;
        }
        for (unsigned i = 0; i < 5; ++i) shift_out();
        bytes_.erase(bytes_.begin());  // the first one is always zero
        while (!bytes_.empty() && bytes_.back() == std::byte{0}) bytes_.pop_back();
        return std::move(bytes_);
    }

  private:
    /// Moves the highest byte of `low_` out. Bytes that a carry may still change are held back: one byte, and
    /// any number of 0xFF after it.
    void shift_out() {
        const bool carries = low_ >> 32U != 0;
        if (low_ < 0xFF000000 || carries) {
            bytes_.push_back(static_cast<std::byte>(held_ + (carries ? 1U : 0U)));
            bytes_.insert(bytes_.end(), held_full_, carries ? std::byte{0} : std::byte{0xFF});
            held_full_ = 0;
            held_ = static_cast<std::uint8_t>(low_ >> 24U);
        } else {
            ++held_full_;
        }
        low_ = (low_ & 0x00FFFFFF) << 8U;
    }

    Bytes bytes_;
    std::uint64_t low_ = 0;
    std::uint32_t range_ = ~std::uint32_t{0};
    std::uint8_t held_ = 0;
    std::size_t held_full_ = 0;
};

/// Reads decisions. Any bytes are a valid sequence of decisions; past their end it reads zeros.
class RangeDecoder {
  public:
    /// Starts at the first byte. The bytes must outlive the decoder.
    explicit RangeDecoder(ByteView bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
        for (unsigned i = 0; i < 4; ++i) code_ = code_ << 8U | next_byte();
    }

    /// Reads a decision and adapts the chance to it. The second argument matters only to the encoder.
    PHILIDOR_INLINE bool code(Chance& chance, bool /*decision*/) {
        const std::uint32_t bound = (range_ >> 12U) * chance.yes();
        const bool decision = code_ < bound;
        code_ -= decision ? 0 : bound;
        range_ = decision ? bound : range_ - bound;
        chance.learn(decision);
        if (range_ < least_range) {
            range_ <<= 8U;
            code_ = code_ << 8U | next_byte();
        }
        return decision;
    }

  private:
    PHILIDOR_INLINE std::uint32_t next_byte() {
        return next_ == end_ ? 0 : std::to_integer<std::uint32_t>(*next_++);
    }

    const std::byte* next_;
    const std::byte* end_;
    std::uint32_t range_ = ~std::uint32_t{0};
    std::uint32_t code_ = 0;
};

}  // namespace philidor::detail
