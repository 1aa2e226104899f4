/// @file
/// The one hash for files and blocks.
#pragma once

#include <cstdint>

#include "philidor/base/bytes.hpp"

namespace philidor {

/// The XXH3-64 of the bytes. The seed says where they belong, so that bytes in the wrong place do not match.
[[nodiscard]] std::uint64_t checksum_of(ByteView bytes, std::uint64_t seed = 0);

}  // namespace philidor
