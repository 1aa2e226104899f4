/// @file
/// The keys of whole classes of material.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "philidor/chess/square.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor::test_support {

/// The keys of all pawn placements of a class such as KQvKP, in ascending order. At most two pawns.
[[nodiscard]] inline std::vector<TableKey> keys_of_class(std::string_view name) {
    std::vector<std::string> texts{""};
    for (const char letter : name) {
        std::vector<std::string> longer;
        for (const std::string& text : texts) {
            if (letter != 'P') {
                longer.push_back(text + letter);
                continue;
            }
            for (unsigned square = 8; square < 56; ++square)
                longer.push_back(text + to_string(square_at(square)));
        }
        texts = std::move(longer);
    }
    std::vector<TableKey> keys;
    for (const std::string& text : texts) {
        if (const auto key = parse_key(text)) keys.push_back(table_for(*key).key);
    }
    std::ranges::sort(keys);
    const auto [first, last] = std::ranges::unique(keys);
    keys.erase(first, last);
    return keys;
}

}  // namespace philidor::test_support
