/// @file
/// Which positions of a table the attacker wins.
#pragma once

#include <cstddef>

#include "philidor/base/budget.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/builder/detail/win_table.hpp"

namespace philidor::detail {

/// The least fixed point of "the attacker wins": a position with the attacker to move is won if some move
/// leads to a lost one; with the defender to move it is lost if no move escapes. It is found in rounds, first
/// the defender's half, then the attacker's. The 50-move rule stops it after 100 plies.
class FixedPoint {
  public:
    /// Begins from what is known before the first round. Under the rule, wins take at most `most_plies`,
    /// which is even; only tests ask for another number.
    FixedPoint(const TileSystem& system,
               Question question,
               const StartTiles& start,
               unsigned most_plies = fifty_move_plies);

    /// Whether it was found: the budget is asked before each round.
    [[nodiscard]] bool find(const Budget& budget);

    /// In how many rounds something was won.
    [[nodiscard]] unsigned rounds() const { return rounds_; }

    /// The answer for one tile.
    void write(std::size_t tile, AnswerTiles& answer) const;

  private:
    void begin();
    void count_wins_by_leaving();
    [[nodiscard]] bool iterate(const Budget& budget);
    [[nodiscard]] bool find_under_rule(const Budget& budget);
    [[nodiscard]] bool find_wins_of_even_length(const Budget& budget);
    void settle_mates();
    void count_wins_by_mating();
    void find_lost();
    [[nodiscard]] bool find_won();
    void find_candidates();
    void find_reached(
        Color mover, const Tiles& sources, const Flags& filled, Flags& wanted, const Tiles& open);

    const TileSystem& system_;
    Question question_;
    const StartTiles& start_;
    unsigned most_rounds_;  ///< under the 50-move rule
    const TileKernels& kernels_ = tile_kernels();
    Tiles not_won_;   ///< attacker to move: legal and not won
    Tiles not_lost_;  ///< defender to move: without an escape to another table, and not lost so far
    Tiles lost_{system_.tile_count()};  ///< in this round
    Tiles won_{system_.tile_count()};   ///< in this round
    Tiles reached_{system_.tile_count()};
    Flags has_lost_ = Flags(system_.tile_count());
    Flags has_won_ = Flags(system_.tile_count());
    Flags wanted_;
    const Flags all_ = Flags(system_.tile_count(), 1);
    unsigned rounds_ = 0;  ///< in which something was won
};

}  // namespace philidor::detail
