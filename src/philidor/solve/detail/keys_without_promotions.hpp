/// @file
/// The keys that play reaches without a promotion.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "philidor/material/material_key.hpp"

namespace philidor::detail {

/// The roots, and all keys that play can reach from them without a promotion, unless they are more than
/// `most`. Captures en passant count where they answer a double push on the way: a root that allows one at
/// once needs the key behind it as another root.
[[nodiscard]] std::vector<MaterialKey> keys_without_promotions(std::span<const MaterialKey> roots,
                                                               std::size_t most);

}  // namespace philidor::detail
