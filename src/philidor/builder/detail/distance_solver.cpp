#include "philidor/builder/detail/distance_solver.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/retrograde_solver.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

using detail::Flags;
using detail::StartTiles;
using detail::Tiles;
using detail::TileSystem;

/// The fixed point of "the attacker wins" once more, this time counting plies. In round n those positions
/// fall that have the distance n:
///
/// - attacker to move: a quiet move leads to a position of round n - 1; in round 1, a move out of the table
///   wins, or a quiet move mates;
/// - defender to move: every quiet move leads to a position of a round before n, and no move escapes from the
///   table.
///
/// The two sides' rounds depend on each other's previous round only, so both are done at once. `Distances`
/// has the tiles to write to.
///
/// The first 100 rounds are those of wins under the 50-move rule. After them the rule counts no more: moves
/// out of the table to positions that are won without it fall in round 101, and so on.
template <class Distances>
class DistanceRounds {
  public:
    /// What leaving the table is worth under the rule, and without it; the same twice if there is no
    /// difference.
    DistanceRounds(const TileSystem& system,
                   Color attacker,
                   const StartTiles& under_rule,
                   const StartTiles& without_rule,
                   Distances& distances)
        : system_(system),
          attacker_(attacker),
          start_(&under_rule),
          without_rule_(without_rule),
          distances_(distances),
          not_won_(system.legal(attacker)),
          not_lost_(system.legal(!attacker)) {
        system.for_each_tile([&](std::size_t tile) { not_lost_[tile] -= under_rule.escapes[tile]; });
    }

    /// Whether all rounds were done: the budget is asked before each.
    [[nodiscard]] bool run(const Budget& budget) {
        settle_mates();
        Tiles lost = start_->mates;
        for (std::uint16_t round = 1;; ++round) {
            if (!budget.goes_on({round, 0, 0})) return false;
            if (round == fifty_move_plies + 1) drop_rule();
            Tiles won = found_by_attacker(lost, round);
            lost = found_by_defender();
            system_.for_each_tile([&](std::size_t tile) { not_won_[tile] -= won[tile]; });
            const bool any_won = record(won, attacker_, round);
            const bool any_lost = record(lost, !attacker_, round);
            if (any_won || any_lost) continue;
            if (start_ == &without_rule_) return true;
            round = std::max<std::uint16_t>(round, fifty_move_plies);
        }
    }

  private:
    /// Mate is the end: it has the distance 1 by convention, and the move that mates has 1 as well.
    void settle_mates() {
        system_.for_each_tile([&](std::size_t tile) { not_lost_[tile] -= start_->mates[tile]; });
        record(start_->mates, !attacker_, 1);
    }

    /// What the rule alone has saved may be lost from now on.
    void drop_rule() {
        system_.for_each_tile([&](std::size_t tile) {
            Tile saved = start_->escapes[tile];
            saved -= without_rule_.escapes[tile];
            not_lost_[tile] |= saved;
        });
        start_ = &without_rule_;
    }

    /// The positions with the attacker to move that fall in this round, given the defender's of the last one.
    [[nodiscard]] Tiles found_by_attacker(const Tiles& lost, std::uint16_t round) {
        Tiles found(system_.tile_count());
        system_.add_quiet_moves(attacker_, {lost, all_, all_, found});
        system_.for_each_tile([&](std::size_t tile) {
            if (round == 1 || round == fifty_move_plies + 1) found[tile] |= start_->wins[tile];
            found[tile] &= not_won_[tile];
        });
        return found;
    }

    /// The positions with the defender to move from which every quiet move leads to what has fallen before.
    [[nodiscard]] Tiles found_by_defender() {
        Tiles reached(system_.tile_count());
        Tiles found(system_.tile_count());
        system_.add_quiet_moves(!attacker_, {not_won_, all_, all_, reached});
        system_.for_each_tile(
            [&](std::size_t tile) { kernels_.settle_outside(reached[tile], not_lost_[tile], found[tile]); });
        return found;
    }

    /// Writes a distance to the positions of these tiles. Whether there was any.
    bool record(const Tiles& tiles, Color side_to_move, std::uint16_t distance) {
        std::atomic<bool> any = false;
        system_.for_each_tile([&](std::size_t tile) {
            if (!tiles[tile].any()) return;
            any = true;
            TileDistances& target = distances_.tile(tile, side_to_move);
            for (unsigned row = 0; row < 64; ++row) {
                for (const Square black_king : tiles[tile].row(square_at(row))) {
                    target[row * 64 + index_of(black_king)] = distance;
                }
            }
        });
        return any;
    }

    const TileSystem& system_;
    Color attacker_;
    const StartTiles* start_;  ///< what leaving the table is worth in this round
    const StartTiles& without_rule_;
    Distances& distances_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    const Flags all_ = Flags(system_.tile_count(), 1);
    Tiles not_won_;
    Tiles not_lost_;
};

}  // namespace

std::optional<DistanceTable> measure_distances(const TableKey& key,
                                               const TableLookup& lookup,
                                               const Budget& budget) {
    const Conversions conversions(key.material(), children_in(lookup));
    if (!conversions.are_exact() || !conversions.are_exact(Rule::fifty_moves)) return std::nullopt;
    const TileSystem system(key.material(), budget.threads);
    DistanceTable distances(key);
    for (const Color attacker : all_colors) {
        const auto start_with = [&](Rule rule) {
            return system.find_start({attacker, Certainty::proved, rule}, conversions);
        };
        const StartTiles without_rule = start_with(Rule::none);
        const std::optional<StartTiles> under_rule =
            conversions.are_same_under_rule() ? std::nullopt : std::optional(start_with(Rule::fifty_moves));
        DistanceRounds rounds(system, attacker, under_rule ? *under_rule : without_rule, without_rule,
                              distances);
        if (!rounds.run(budget)) return std::nullopt;
    }
    return distances;
}

std::optional<WinDistances> measure_distances(const MaterialKey& key,
                                              Question question,
                                              const ChildLookup& lookup,
                                              std::span<const Board> won,
                                              const Budget& budget) {
    if (!budget.goes_on()) return std::nullopt;
    const TileSystem system(key, budget.threads);
    StartTiles start = system.find_start(question, Conversions(key, lookup));
    WinDistances distances(key);
    for (const Board& board : won) {
        if (board.legal_en_passant()) continue;
        const TilePlace place = find_place(distances.layout(), board);
        if (board.side_to_move() == question.attacker) {
            start.wins[place.tile].add(place.white_king, place.black_king);
        } else {
            start.escapes[place.tile].remove(place.white_king, place.black_king);
            start.mates[place.tile].add(place.white_king, place.black_king);
        }
    }
    if (!DistanceRounds(system, question.attacker, start, start, distances).run(budget)) return std::nullopt;
    return distances;
}

std::uint64_t memory_for_distance_table(const TableKey& key) {
    const Amount tiles(tiles_to_solve(key.material()));
    return (Amount(memory_to_solve(key)) + tiles * Amount(2 * sizeof(TileDistances))).number();
}

std::uint64_t memory_for_win_distances(const MaterialKey& key) {
    // For each placement: 4 tiles of rules, 3 to start from, 6 of the round at hand, and the distances.
    const Amount tiles(tiles_to_solve(key));
    return (tiles * Amount(13 * sizeof(Tile) + 2 * sizeof(TileDistances))).number();
}

}  // namespace philidor
