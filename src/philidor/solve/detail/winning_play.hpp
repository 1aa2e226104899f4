/// @file
/// Best play in a proved win.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/win_distances.hpp"
#include "philidor/builder/detail/win_table.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/detail/distance_meter.hpp"
#include "philidor/solve/detail/position_solver.hpp"

namespace philidor {

/// How the attacker may win. Later ones are for positions where the earlier ones are not enough.
enum class WinningManner : std::uint8_t {
    technique,  ///< no pawn moves, promotions included, and no man is lost: mating with what there is
    king_walk,  ///< no pawn moves but captures and promotions, and no man is lost
    frugal,     ///< no man is lost
    any,        ///< whatever wins
};

/// How the attacker likes to win.
enum class WinningStyle : std::uint8_t {
    patient,  ///< pawns stay where they are as long as the king, or pieces, win without moving them
    direct,   ///< pawns move as soon as that wins
};

/// Plays positions that a solver has proved to be won by the attacker. The attacker heads for the next
/// capture, pawn move or mate, and gives no men away without need; the defender puts it off as long as
/// possible. A solver drops tables with promoted pieces, so these are solved again, and kept, when play comes
/// near them. Where a win was found by searching moves, play heads for a position of that proof and follows
/// it. Use it from one thread.
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

    /// A good move of the side to move. The position must be won and not mate. Empty if no such move is
    /// known, or if time or memory runs out.
    [[nodiscard]] std::optional<Move> good_move(const Ending& ending, WinningStyle style);

    /// The side whose wins are played.
    [[nodiscard]] Color attacker() const { return question_.attacker; }

  private:
    /// The distances of a key, each measured when it is needed.
    struct Measured {
        std::array<std::optional<std::shared_ptr<const WinDistances>>, 4> distances;  ///< by manner
        std::shared_ptr<const WinDistances> detours;  ///< any, including wins found by searching moves
        std::size_t next_attempt = 0;                 ///< the next one to make below this table
    };

    /// How an attacker goes on: in which manner, and in how many plies that shows.
    struct Guide {
        WinningManner manner;
        unsigned distance;

        /// A later manner, and then a longer distance, is harder for the attacker.
        friend auto operator<=>(const Guide&, const Guide&) = default;
    };

    [[nodiscard]] std::optional<Move> approaching_move(const Ending& ending,
                                                       const WinDistances& distances) const;
    [[nodiscard]] std::optional<Move> finishing_move(const Ending& ending, WinningManner manner);
    [[nodiscard]] bool is_won_in(WinningManner manner, const MaterialKey& key, const Ending& after);
    [[nodiscard]] std::optional<Move> attacking_move(const Ending& ending, WinningStyle style);
    [[nodiscard]] std::optional<Move> defending_move(const Ending& ending, WinningStyle style);
    [[nodiscard]] std::optional<Guide> guide_of(const Ending& ending, WinningStyle style);
    [[nodiscard]] std::optional<Guide> measured_guide_of(const Ending& ending, WinningStyle style);
    [[nodiscard]] bool is_won_in_tables(const Ending& ending) const;
    [[nodiscard]] ChildTable child(const MaterialKey& key) const;
    [[nodiscard]] Measured& measured(const MaterialKey& key);
    [[nodiscard]] const WinDistances* distances(const MaterialKey& key, WinningManner manner);
    [[nodiscard]] const WinTable* frugal_wins(const MaterialKey& key, const MaterialKey& child_key);
    [[nodiscard]] bool deepen(const MaterialKey& key);
    void keep(std::unique_ptr<WinTable> answer);

    PositionSolver& solver_;
    DistanceMeter& meter_;
    Question question_;
    std::vector<detail::Attempt> attempts_;
    std::unordered_map<MaterialKey, std::unique_ptr<WinTable>> kept_;  ///< tables with promoted pieces
    std::uint64_t kept_bytes_ = 0;
    std::unordered_map<MaterialKey, Measured> measured_;
    std::unordered_map<MaterialKey, std::unique_ptr<WinTable>> frugal_;  ///< wins without losing men
    std::uint64_t frugal_tiles_ = 0;                                     ///< of all these tables
};

}  // namespace philidor
