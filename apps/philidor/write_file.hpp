/// @file
/// Files that a command writes.
#pragma once

#include <memory>
#include <string>

#include "philidor/base/detail/output_file.hpp"

namespace philidor::cli {

/// Opens a file for writing; see `OutputFile`. Throws a `CommandFailure` if that fails.
[[nodiscard]] std::unique_ptr<detail::OutputFile> open_output(const std::string& path);

/// Writes a text to a file, as a whole or not at all. Throws a `CommandFailure` if that fails.
void write_file(const std::string& path, const std::string& text);

}  // namespace philidor::cli
