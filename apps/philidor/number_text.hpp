/// @file
/// Numbers for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace philidor::cli {

/// "4,865,609".
[[nodiscard]] inline std::string with_separators(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t digits = 3; digits < text.size(); digits += 4) text.insert(text.size() - digits, 1, ',');
    return text;
}

}  // namespace philidor::cli
