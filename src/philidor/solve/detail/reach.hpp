/// @file
/// What play can still lead to while the value is open.
#pragma once

#include <span>
#include <unordered_set>

#include "philidor/chess/board.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/knowledge.hpp"

namespace philidor::detail {

/// The keys that matter to an open question.
struct Reach {
    std::unordered_set<MaterialKey> open;       ///< known tables with an open position that play may lead to
    std::unordered_set<MaterialKey> entrances;  ///< unknown tables that a move leads to from such a position
};

/// Follows all moves from the roots through positions in which it is open whether the attacker wins.
[[nodiscard]] Reach find_reach(std::span<const Board> roots, Color attacker, const Knowledge& knowledge);

}  // namespace philidor::detail
