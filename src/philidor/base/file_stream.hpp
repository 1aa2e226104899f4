/// @file
/// A file or standard input, from its begin to its end.
#pragma once

#include <memory>
#include <string>

#include "philidor/base/byte_stream.hpp"
#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"

namespace philidor {

/// Opens a file, a pipe or a device; `-` is standard input. A signal ends a reading that waits.
[[nodiscard]] Result<std::unique_ptr<ByteStream>, FileError> open_file_stream(const std::string& path);

}  // namespace philidor
