/// @file
/// Play in a drawn position.
#pragma once

#include <optional>
#include <vector>

#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/solve/detail/position_solver.hpp"

namespace philidor {

/// Plays positions that a solver has proved to be drawn. The side in danger shows how to hold, and the other
/// side leaves it as few ways to do that as possible. Use it from one thread.
class HoldingPlay {
  public:
    /// Plays a drawn position and those that follow. The solver must outlive this object.
    HoldingPlay(const PositionSolver& solver, const Ending& ending);

    /// A move that keeps the draw and leads to none of the positions seen before, if possible. Empty if no
    /// drawing move is known.
    [[nodiscard]] std::optional<Move> best_move(const Ending& ending, const std::vector<Key>& seen) const;

    /// Whether every move of the side to move keeps the draw.
    [[nodiscard]] bool is_calm(const Ending& ending) const { return danger_of(ending) == 0; }

  private:
    [[nodiscard]] bool is_drawn(const Ending& ending) const;
    [[nodiscard]] double danger_of(const Ending& ending) const;
    [[nodiscard]] double danger_after_reply(const Ending& ending) const;

    const PositionSolver& solver_;
    Color defender_;  ///< the side in danger
};

}  // namespace philidor
