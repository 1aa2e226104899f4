/// @file
/// The keys that play reaches without a promotion.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::detail {

/// After this many keys, which take some milliseconds, the budget is asked whether to go on.
inline constexpr std::size_t keys_between_questions = 2048;

/// The roots, and all keys that play can reach from them without a promotion; only some of them if there are
/// more than `most`, or if the budget ends the search. Captures en passant count where they answer a double
/// push on the way: a root that allows one at once needs the key behind it as another root.
[[nodiscard]] std::vector<MaterialKey> keys_without_promotions(std::span<const MaterialKey> roots,
                                                               std::size_t most,
                                                               const Budget& budget = {});

}  // namespace philidor::detail
