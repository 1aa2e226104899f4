/// @file
/// The static evaluation of a position.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/engine/value.hpp"
#include "philidor/pawns/detail/pawn_hash.hpp"

namespace philidor {

/// Evaluates positions by material and squares, mobility, king safety, and pawns. All terms are the same for
/// both sides, and for a board and its mirror image. Not thread-safe, since it caches pawn structures: each
/// thread needs its own.
class Evaluator {
  public:
    /// The evaluation for the side to move. It is meant for quiet positions: if there are captures, search
    /// them first.
    [[nodiscard]] Value evaluate(const Board& board);

    /// How well the cache of pawn structures has worked so far.
    [[nodiscard]] const PawnHashStatistics& pawn_hash() const { return pawns_.statistics(); }

  private:
    PawnHash pawns_;
};

}  // namespace philidor
