/// @file
/// A file or standard input, from its beginning to its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"

namespace philidor::detail {

/// Opens a file, a pipe or a device; `-` is standard input. A signal interrupts a read that waits for input.
[[nodiscard]] Result<std::unique_ptr<ByteStream>, FileError> open_file_stream(const std::string& path);

/// Whether a file can be opened, said without opening what is no ordinary file: a pipe would lose its writer.
[[nodiscard]] Result<void, FileError> check_readable(const std::string& path);

/// The size of an ordinary file in bytes; empty for anything else, and for standard input.
[[nodiscard]] std::optional<std::uint64_t> size_of_file(const std::string& path);

}  // namespace philidor::detail
