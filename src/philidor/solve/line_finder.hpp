/// @file
/// What good play looks like after a proof.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "philidor/chess/ending.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/winning_play.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Finds lines and distances in what a solver has proved.
class LineFinder {
  public:
    /// The solver must outlive the finder.
    explicit LineFinder(PositionSolver& solver);
    LineFinder(const LineFinder&) = delete;
    LineFinder& operator=(const LineFinder&) = delete;

    /// A line of at most this many plies from an ending with this value. In a won or lost one the winner
    /// comes nearer and the loser delays; in a drawn one both hold the draw and set the other problems. It
    /// ends with the game, or where the value is not known.
    [[nodiscard]] std::vector<Move> line_from(Ending ending, WdlBounds value, std::size_t plies);

    /// DTZ as in `Answer`, for an ending with this value. Empty if the proof leaves it open, or if time or
    /// memory does not suffice to find out.
    [[nodiscard]] std::optional<int> dtz_of(const Ending& ending, WdlBounds value);

  private:
    [[nodiscard]] std::optional<Move> holding_move(const Ending& ending, const std::vector<Key>& seen) const;
    [[nodiscard]] bool is_drawn(const Ending& ending) const;
    /// The least that a possible win of the attacker can take; empty if time or memory does not suffice.
    [[nodiscard]] std::optional<unsigned> shortest_distance(const Board& board, Color attacker);

    PositionSolver& solver_;
    DistanceMeter meter_;
    ByColor<WinningPlay> plays_;                             ///< by attacker
    ByColor<std::shared_ptr<const WinDistances>> shortest_;  ///< of the possible wins, for the key asked last
};

}  // namespace philidor
