/// @file
/// Numbers as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace philidor::cli {

/// A number with commas: "4,865,609".
[[nodiscard]] inline std::string with_separators(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t digits = 3; digits < text.size(); digits += 4) text.insert(text.size() - digits, 1, ',');
    return text;
}

/// An amount of memory: "937 bytes", "15.2 MB".
[[nodiscard]] inline std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1000) return std::to_string(bytes) + " bytes";
    auto number = static_cast<double>(bytes);
    std::size_t unit = 0;
    constexpr std::string_view units = "kMGTPE";
    for (number /= 1000; number >= 999.95 && unit + 1 < units.size(); ++unit) number /= 1000;
    return fmt::format("{:.1f} {}B", number, units[unit]);
}

}  // namespace philidor::cli
