/// @file
/// Raw bytes, as files hold them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace philidor {

/// Bytes that somebody else owns.
using ByteView = std::span<const std::byte>;

/// Bytes of our own.
using Bytes = std::vector<std::byte>;

}  // namespace philidor
