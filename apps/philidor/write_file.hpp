/// @file
/// Files that a command writes.
#pragma once

#include <memory>
#include <string>

#include "philidor/base/detail/output_file.hpp"

namespace philidor::cli {

/// Opens a file for writing; see `OutputFile`. Throws a `CommandFailure` if that fails.
[[nodiscard]] std::unique_ptr<detail::OutputFile> open_output(const std::string& path);

/// Writes a text to a file that was opened before the work began, and finishes it. Throws a `CommandFailure`
/// if that fails.
void write_and_finish(detail::OutputFile& file, const std::string& text);

/// Writes a text to a file, as a whole or not at all. Throws a `CommandFailure` if that fails.
void write_file(const std::string& path, const std::string& text);

}  // namespace philidor::cli
