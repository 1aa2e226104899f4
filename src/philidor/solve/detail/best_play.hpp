/// @file
/// Best play in a proved win, for both sides.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/clear_result.hpp"
#include "philidor/solve/detail/winning_play.hpp"

namespace philidor {

/// Chooses moves that a strong player would call best. Games are played on, with the good moves of a
/// `WinningPlay`, until the win is clearer than it is now (`detail::Lead`). The winner keeps to the style
/// that takes fewer plies, and the loser chooses the move after which it takes most. If several do, the best
/// is the one after which the fewest moves win. Use it from one thread.
class BestPlay {
  public:
    /// Uses this play, which must outlive this object.
    explicit BestPlay(WinningPlay& play) : play_(play) {}

    /// The best move. The position must be won by the attacker, and not mate. Empty if none is known, or if
    /// time or memory runs out.
    [[nodiscard]] std::optional<Move> best_move(const Ending& ending);

  private:
    using Plies = std::unordered_map<Key, std::size_t>;

    [[nodiscard]] WinningStyle style_for(const Ending& ending);
    [[nodiscard]] std::optional<Move> best_defence(const Ending& ending);
    [[nodiscard]] std::size_t plies_to(detail::Lead lead, const Ending& ending);
    [[nodiscard]] std::size_t plies_to(detail::Lead lead, const Ending& ending, WinningStyle style);

    WinningPlay& play_;
    std::map<std::pair<detail::Lead, WinningStyle>, Plies> plies_;  ///< to this lead, by position
    std::unordered_map<MaterialKey, WinningStyle> styles_;          ///< of the attacker, once chosen
};

}  // namespace philidor
