/// @file
/// Names of tables as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The length of the longest key: for each side `KQRRBdBlNN` and eight men of two letters, pawns or promoted
/// bishops.
inline constexpr std::size_t longest_key_text = 53;

/// Reads a key such as `KRa2b3vKRa6`: White, `v`, Black. Each side has `K`, its pieces as `Q R Bd Bl N`, one
/// token for each piece, and the squares of its pawns, in any order. `to_string` writes the one order that
/// names a table.
[[nodiscard]] Result<MaterialKey, KeyError> parse_key(std::string_view text);

/// Writes a key: for each side `K`, then `Q R Bd Bl N`, then the squares of its pawns from a2 to h7.
[[nodiscard]] std::string to_string(const MaterialKey& key);

}  // namespace philidor
