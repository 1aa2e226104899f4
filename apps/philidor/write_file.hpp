/// @file
/// Files that a command writes.
#pragma once

#include <string>

namespace philidor::cli {

/// Writes a text to a file. Throws a `CommandFailure` if that fails.
void write_file(const std::string& path, const std::string& text);

}  // namespace philidor::cli
