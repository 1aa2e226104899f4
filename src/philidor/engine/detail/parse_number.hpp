/// @file
/// Numbers in the commands of a GUI.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace philidor::detail {

/// The whole text as a number; empty if it is not a number or does not fit.
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
    Number number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace philidor::detail
