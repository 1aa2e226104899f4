/// @file
/// Quoting of foreign text in our messages.
#pragma once

#include <string>
#include <string_view>

namespace philidor {

/// The text in double quotes, made safe to display: bytes other than printable ASCII are escaped as in \\x0A,
/// quotes and backslashes are preceded by a backslash, and text beyond 80 bytes is replaced by three dots.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace philidor
