/// @file
/// What a position is worth without looking ahead.
#pragma once

#include "philidor/chess/board.hpp"
#include "philidor/engine/value.hpp"
#include "philidor/pawns/pawn_hash.hpp"

namespace philidor {

/// Estimates positions: material and squares, mobility, the safety of the kings, and the pawns. All terms are
/// the same for both sides, and for a board and its mirror image. Belongs to one thread, since it remembers
/// pawn structures.
class Evaluator {
  public:
    /// The estimate, for the side to move. Quiet positions are judged best: whoever can take something should
    /// look ahead first.
    [[nodiscard]] Value evaluate(const Board& board);

  private:
    PawnHash pawns_;
};

}  // namespace philidor
