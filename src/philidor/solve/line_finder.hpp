/// @file
/// Lines of good play in a proved position.
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

/// Finds lines and distances in what a solver has proved. Use it from one thread.
class LineFinder {
  public:
    /// Works with this solver, which must outlive the finder.
    explicit LineFinder(PositionSolver& solver);
    LineFinder(const LineFinder&) = delete;
    LineFinder& operator=(const LineFinder&) = delete;

    /// A line of at most this many plies from an ending with this value. In a decisive ending the winner
    /// makes progress and the loser delays. In a drawn one both sides hold the draw and set each other
    /// problems. The line ends with the game, or where no good move is known. It is empty if the value is not
    /// exact.
    [[nodiscard]] std::vector<Move> line_from(Ending ending, WdlBounds value, std::size_t plies);

    /// The DTZ of an ending with this value, as in `Answer`. Empty if the proof does not determine it, or if
    /// time or memory runs out.
    [[nodiscard]] std::optional<int> dtz_of(const Ending& ending, WdlBounds value);

  private:
    [[nodiscard]] std::optional<Move> holding_move(const Ending& ending, const std::vector<Key>& seen) const;
    [[nodiscard]] bool is_drawn(const Ending& ending) const;
    /// A lower bound on the length of any win of the attacker that is still possible. Empty if time or memory
    /// runs out.
    [[nodiscard]] std::optional<unsigned> shortest_distance(const Board& board, Color attacker);

    PositionSolver& solver_;
    DistanceMeter meter_;
    ByColor<WinningPlay> plays_;                             ///< by attacker
    ByColor<std::shared_ptr<const WinDistances>> shortest_;  ///< of possible wins, for the last key asked for
};

}  // namespace philidor
