/// @file
/// Reading compressed files.
#pragma once

#include <memory>
#include <string>

#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"

namespace philidor::detail {

/// Looks at the first bytes: a stream in zstd's or gzip's format is decompressed, any other is left as it is,
/// whatever the file is called. `name` is for messages. Damage is noticed when it is reached, so that
/// everything before it can be used. It takes the memory that the compressor asked for: usually some
/// megabytes, at most 2 GiB (`zstd --long=31`).
[[nodiscard]] Result<std::unique_ptr<ByteStream>, FileError> decompressed(std::unique_ptr<ByteStream> stream,
                                                                          std::string name);

/// Opens a file, a pipe or a device, and decompresses it if it is compressed; `-` is standard input.
[[nodiscard]] Result<std::unique_ptr<ByteStream>, FileError> open_decompressed(const std::string& path);

}  // namespace philidor::detail
