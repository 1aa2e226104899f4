/// @file
/// The way of an optimist: which tables a proof needs next.
#pragma once

#include <span>
#include <unordered_set>

#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/hope.hpp"
#include "philidor/solve/detail/knowledge.hpp"

namespace philidor::detail {

/// The keys that matter to an attempt.
struct Reach {
    std::unordered_set<MaterialKey> open;  ///< tables without new pieces that the way leads through
    std::unordered_set<MaterialKey>
        entrances;  ///< tables with new pieces that it enters, and that are not solved
};

/// Follows play from the roots through positions that are open and that the optimist expects to be settled:
/// all moves of the opponent, and of the prover those that the optimist would choose.
///
/// An attacker that proves a win takes the shortest way to a move that leaves the table, a promotion before
/// others. A defender that proves a draw stays in the table if it can. With pieces on the board every open
/// position of a table counts as reached, and all moves are followed. Ends early with the budget of the hope.
[[nodiscard]] Reach find_reach(std::span<const Board> roots, Hope& hope, const Knowledge& knowledge);

}  // namespace philidor::detail
