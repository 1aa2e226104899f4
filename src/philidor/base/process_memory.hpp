/// @file
/// How much memory this process takes.
#pragma once

#include <cstdint>

namespace philidor {

/// The most memory that this process ever had, in bytes.
[[nodiscard]] std::uint64_t peak_memory();

/// The memory that it has now; 0 where the system does not tell.
[[nodiscard]] std::uint64_t resident_memory();

}  // namespace philidor
