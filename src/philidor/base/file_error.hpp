/// @file
/// Why a file could not be read or written.
#pragma once

#include <cstdint>

namespace philidor {

/// What went wrong with a file.
enum class FileError : std::uint8_t {
    absent,      ///< there is no such file
    unreadable,  ///< the file exists but cannot be read, or it ends too early
    unwritable,  ///< it cannot be written: no permission, no space, no such folder
};

}  // namespace philidor
