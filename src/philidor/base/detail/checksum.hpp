/// @file
/// The hash function used for all files and blocks.
#pragma once

#include <cstdint>
#include <memory>

#include "philidor/base/detail/bytes.hpp"

namespace philidor {

/// The XXH3-64 hash of the bytes. The seed states where they belong, so that correct bytes in the wrong place
/// do not match.
[[nodiscard]] std::uint64_t checksum_of(ByteView bytes, std::uint64_t seed = 0);

/// Computes `checksum_of` bytes that arrive in pieces.
class RunningChecksum {
  public:
    /// Starts with no bytes.
    RunningChecksum();
    ~RunningChecksum();
    /// Takes over the state of another checksum, which must not be used afterwards.
    RunningChecksum(RunningChecksum&&) noexcept;
    /// Takes over the state of another checksum, which must not be used afterwards.
    RunningChecksum& operator=(RunningChecksum&&) noexcept;

    /// Adds more bytes.
    void add(ByteView bytes);

    /// The checksum of all bytes added so far.
    [[nodiscard]] std::uint64_t value() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace philidor
