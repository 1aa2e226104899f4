/// @file
/// The one hash for files and blocks.
#pragma once

#include <cstdint>
#include <memory>

#include "philidor/base/bytes.hpp"

namespace philidor {

/// The XXH3-64 of the bytes. The seed says where they belong, so that bytes in the wrong place do not match.
[[nodiscard]] std::uint64_t checksum_of(ByteView bytes, std::uint64_t seed = 0);

/// The same of bytes that come one after the other.
class RunningChecksum {
  public:
    /// Of no bytes yet.
    RunningChecksum();
    ~RunningChecksum();
    RunningChecksum(RunningChecksum&&) noexcept;
    RunningChecksum& operator=(RunningChecksum&&) noexcept;

    /// Takes more bytes in.
    void add(ByteView bytes);

    /// `checksum_of` all bytes until now.
    [[nodiscard]] std::uint64_t value() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace philidor
