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
#include "philidor/solve/detail/best_play.hpp"
#include "philidor/solve/detail/position_solver.hpp"
#include "philidor/solve/detail/winning_play.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// A line of play.
struct Line {
    std::vector<Move> moves;
    LineEnd end = LineEnd::open;  ///< why it ends
};

/// Finds lines and distances in what a solver has proved. Use it from one thread.
class LineFinder {
  public:
    /// Works with this solver, which must outlive the finder.
    explicit LineFinder(PositionSolver& solver);
    LineFinder(const LineFinder&) = delete;
    LineFinder& operator=(const LineFinder&) = delete;

    /// A line of best play from an ending with this value, within these limits: see `Solution::line`. It is
    /// empty if the value is not exact.
    [[nodiscard]] Line line_from(const Ending& ending, WdlBounds value, LineLimits limits);

    /// The DTZ of an ending with this value, as in `Answer`. Empty if the proof does not determine it, or if
    /// time or memory runs out.
    [[nodiscard]] std::optional<int> dtz_of(const Ending& ending, WdlBounds value);

  private:
    [[nodiscard]] Line won_line_from(Ending ending, Color winner, LineLimits limits);
    [[nodiscard]] Line drawn_line_from(Ending ending, LineLimits limits) const;
    /// A lower bound on the length of any win of the attacker that is still possible. Empty if time or memory
    /// runs out.
    [[nodiscard]] std::optional<unsigned> shortest_distance(const Board& board, Color attacker);

    PositionSolver& solver_;
    DistanceMeter meter_;
    ByColor<WinningPlay> plays_;                             ///< by attacker
    ByColor<BestPlay> best_plays_;                           ///< by attacker
    ByColor<std::shared_ptr<const WinDistances>> shortest_;  ///< of possible wins, for the last key asked for
};

}  // namespace philidor
