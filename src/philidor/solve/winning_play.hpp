/// @file
/// Best play in a proved win.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "philidor/builder/child_table.hpp"
#include "philidor/builder/question.hpp"
#include "philidor/builder/win_distances.hpp"
#include "philidor/builder/win_table.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/distance_meter.hpp"
#include "philidor/solve/position_solver.hpp"

namespace philidor {

/// Plays positions that a solver has proved to be won by the attacker. The attacker heads for the next
/// capture, pawn move or mate; the defender puts it off as long as possible. A solver drops tables with
/// promoted pieces, so these are solved again, and kept, when play comes near them. Where a win was found by
/// searching moves, play heads for a position of that proof and follows it. Use it from one thread.
class WinningPlay {
  public:
    /// Plays wins of this attacker. The solver and the meter must outlive this object.
    WinningPlay(PositionSolver& solver, DistanceMeter& meter, Color attacker);

    /// Whether the attacker is known to win.
    [[nodiscard]] bool is_won(const Ending& ending) const;

    /// The number of plies to the next capture, pawn move or mate if the attacker follows the proof. This is
    /// an upper bound of DTZ, counted as in a `DistanceTable`. The position must be won and have no capture
    /// en passant. Empty if the win was found by searching moves, or if time or memory runs out.
    [[nodiscard]] std::optional<unsigned> distance_of(const Ending& ending);

    /// The best move of the side to move. The position must be won and not mate. Empty if no such move is
    /// known, or if time or memory runs out.
    [[nodiscard]] std::optional<Move> best_move(const Ending& ending);

  private:
    [[nodiscard]] std::optional<Move> approaching_move(const Ending& ending,
                                                       const WinDistances& distances) const;
    [[nodiscard]] std::optional<Move> finishing_move(const Ending& ending) const;
    [[nodiscard]] std::optional<Move> attacking_move(const Ending& ending);
    [[nodiscard]] std::optional<Move> defending_move(const Ending& ending);
    [[nodiscard]] bool is_won_in_tables(const Ending& ending) const;
    [[nodiscard]] ChildTable child(const MaterialKey& key) const;
    bool measure(const MaterialKey& key);
    [[nodiscard]] bool deepen(const MaterialKey& key);
    void keep(std::unique_ptr<WinTable> answer);

    PositionSolver& solver_;
    DistanceMeter& meter_;
    Question question_;
    std::vector<detail::Attempt> attempts_;
    std::unordered_map<MaterialKey, std::unique_ptr<WinTable>> kept_;  ///< tables with promoted pieces
    std::uint64_t kept_bytes_ = 0;
    std::shared_ptr<const WinDistances> distances_;  ///< of the current table
    std::shared_ptr<const WinDistances> detours_;    ///< the same, including wins found by searching moves
    std::size_t next_attempt_ = 0;                   ///< the next one to make below the current table
};

}  // namespace philidor
