/// @file
/// How much memory this process uses.
#pragma once

#include <cstdint>

namespace philidor {

/// The most memory that this process has used so far, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

/// The memory that this process uses now, in bytes; 0 if the system does not say.
[[nodiscard]] std::uint64_t resident_memory();

/// Gives memory that was freed back to the system, as far as the C library can.
void return_freed_memory();

}  // namespace philidor
