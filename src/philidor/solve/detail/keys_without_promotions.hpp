/// @file
/// The keys that play reaches without a promotion.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "philidor/material/material_key.hpp"

namespace philidor::detail {

/// After so many keys, some milliseconds, it is time to ask whether to go on.
inline constexpr std::size_t keys_between_questions = 2048;

/// The roots, and all keys that play can reach from them without a promotion, unless they are more than
/// `most`; only some of them if `goes_on`, which is asked now and then, says no. Captures en passant count
/// where they answer a double push on the way: a root that allows one at once needs the key behind it as
/// another root.
[[nodiscard]] std::vector<MaterialKey> keys_without_promotions(std::span<const MaterialKey> roots,
                                                               std::size_t most,
                                                               const std::function<bool()>& goes_on);

}  // namespace philidor::detail
