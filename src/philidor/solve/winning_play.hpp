/// @file
/// How a proved win is won.
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

/// Plays positions that a solver has proved as won by the attacker: the attacker so that it always gets
/// nearer to the next capture, pawn move or mate, the defender so that this takes long. A solver forgets
/// tables with new pieces, so they are solved once more when play comes near them, this time to be kept.
/// Where a table knows of a win only because it was proved move by move, play goes to a position of that
/// proof and follows it.
class WinningPlay {
  public:
    /// The solver and the meter must outlive the play.
    WinningPlay(PositionSolver& solver, DistanceMeter& meter, Color attacker);

    /// Whether the attacker wins, as far as it is known.
    [[nodiscard]] bool is_won(const Ending& ending) const;

    /// Plies to the next capture, pawn move or mate if the attacker follows the proof: an upper bound of DTZ,
    /// counted as in a `DistanceTable`. The position is won and has no capture en passant. Empty if the win
    /// was proved move by move, or if time or memory does not suffice to find out.
    [[nodiscard]] std::optional<unsigned> distance_of(const Ending& ending);

    /// What the side to move should play in a position that is won and not mate. Empty as with `distance_of`.
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
    std::unordered_map<MaterialKey, std::unique_ptr<WinTable>> kept_;  ///< tables with new pieces
    std::uint64_t kept_bytes_ = 0;
    std::shared_ptr<const WinDistances> distances_;  ///< of the table that play is in
    std::shared_ptr<const WinDistances> detours_;    ///< the same, with what was proved move by move
    std::size_t next_attempt_ = 0;                   ///< to be made below that table
};

}  // namespace philidor
