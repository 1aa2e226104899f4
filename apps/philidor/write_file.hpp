/// @file
/// Files that a command leaves.
#pragma once

#include <string>

namespace philidor::cli {

/// Writes a text to a file, or ends the command.
void write_file(const std::string& path, const std::string& text);

}  // namespace philidor::cli
