/// @file
/// Foreign text in our messages.
#pragma once

#include <string>
#include <string_view>

namespace philidor {

/// The text in double quotes, fit to be shown: bytes other than printable ASCII are escaped as \\x0A, quotes
/// and backslashes get a backslash, and of more than 80 bytes the end becomes three dots.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace philidor
