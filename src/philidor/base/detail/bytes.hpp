/// @file
/// Raw bytes, as they are stored in files.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace philidor {

/// A view of bytes that are stored elsewhere.
using ByteView = std::span<const std::byte>;

/// Bytes with their own storage.
using Bytes = std::vector<std::byte>;

}  // namespace philidor
