/// @file
/// Raw bytes, as they are stored in files.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace philidor {

/// Bytes owned by someone else: a view.
using ByteView = std::span<const std::byte>;

/// Bytes we own.
using Bytes = std::vector<std::byte>;

}  // namespace philidor
