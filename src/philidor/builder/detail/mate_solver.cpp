#include "philidor/builder/detail/mate_solver.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "philidor/builder/detail/child_table.hpp"
#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/mate_distance.hpp"

namespace philidor {

namespace {

using detail::Flags;
using detail::StartTiles;
using detail::Tiles;
using detail::TileSystem;

/// The plies of the longest mate.
unsigned longest_of(const DistanceTable& mates) {
    std::uint16_t most = 1;
    for (const Color side : all_colors) {
        for (std::size_t tile = 0; tile < mates.layout().tile_count(); ++tile)
            most = std::max(most, std::ranges::max(mates.tile(tile, side)));
    }
    return most - 1U;
}

/// The children with the wins that take at most so many plies.
class Children {
  public:
    Children(const MaterialKey& key, const MateLookup& lookup) : key_(key), lookup_(lookup) {
        (void)Conversions(key, [&](const MaterialKey& child) {
            const DistanceTable* const mates = lookup_(table_for(child).key);
            are_there_ = are_there_ && mates != nullptr;
            if (mates != nullptr) longest_ = std::max(longest_, longest_of(*mates));
            return ChildTable(child);
        });
    }

    [[nodiscard]] bool are_there() const { return are_there_; }

    /// The plies of the longest mate of all.
    [[nodiscard]] unsigned longest() const { return longest_; }

    [[nodiscard]] Conversions within(unsigned plies) const {
        return {key_, [&](const MaterialKey& child) {
                    const auto [canonical, symmetry] = table_for(child);
                    return ChildTable(child, *lookup_(canonical), symmetry, plies);
                }};
    }

  private:
    MaterialKey key_;
    const MateLookup& lookup_;
    bool are_there_ = true;
    unsigned longest_ = 0;
};

/// The fixed point of "the attacker mates", counting plies. A round finds the wins of 2n + 1 plies, then the
/// losses of 2n + 2. Moves out of the table count with what the children say of mates within 2n + 1 plies.
class MateRounds {
  public:
    MateRounds(const TileSystem& system, Color attacker, const Children& children, DistanceTable& mates)
        : system_(system),
          attacker_(attacker),
          children_(children),
          mates_(mates),
          not_won_(system.legal(attacker)),
          not_lost_(system.legal(!attacker)) {}

    /// Whether all rounds were done.
    [[nodiscard]] bool run(const Budget& budget) {
        Tiles lost(system_.tile_count());
        std::optional<StartTiles> start;
        for (unsigned plies = 1;; plies += 2) {
            if (!budget.goes_on({plies, 0, 0})) return false;
            if (!start || plies < children_.longest() + 2) {
                const Conversions conversions = children_.within(plies);
                start = system_.find_start({attacker_, Certainty::proved}, conversions);
            }
            if (plies == 1) {
                lost = start->mates;
                system_.for_each_tile([&](std::size_t tile) { not_lost_[tile] -= lost[tile]; });
                record(lost, !attacker_, 0);
            }
            const Tiles won = found_by_attacker(lost, *start);
            const bool any_won = record(won, attacker_, plies);
            lost = found_by_defender(*start);
            const bool any_lost = record(lost, !attacker_, plies + 1);
            if (!any_won && !any_lost && plies > children_.longest()) return true;
        }
    }

  private:
    [[nodiscard]] Tiles found_by_attacker(const Tiles& lost, const StartTiles& start) {
        Tiles found(system_.tile_count());
        system_.add_quiet_moves(attacker_, {lost, all_, all_, found});
        system_.for_each_tile([&](std::size_t tile) {
            found[tile] |= start.wins[tile];
            found[tile] &= not_won_[tile];
            not_won_[tile] -= found[tile];
        });
        return found;
    }

    [[nodiscard]] Tiles found_by_defender(const StartTiles& start) {
        Tiles reached(system_.tile_count());
        system_.add_quiet_moves(!attacker_, {not_won_, all_, all_, reached});
        Tiles found = not_lost_;
        system_.for_each_tile([&](std::size_t tile) {
            found[tile] -= reached[tile];
            found[tile] -= start.escapes[tile];
            not_lost_[tile] -= found[tile];
        });
        return found;
    }

    /// Writes a distance to the positions of these tiles. Whether there was any.
    bool record(const Tiles& tiles, Color side_to_move, unsigned plies) {
        std::atomic<bool> any = false;
        const auto number = static_cast<std::uint16_t>(plies + 1);
        system_.for_each_tile([&](std::size_t tile) {
            if (!tiles[tile].any()) return;
            any = true;
            TileDistances& target = mates_.tile(tile, side_to_move);
            for (unsigned row = 0; row < square_count; ++row) {
                for (const Square black_king : tiles[tile].row(square_at(row)))
                    target[row * square_count + index_of(black_king)] = number;
            }
        });
        return any;
    }

    const TileSystem& system_;
    Color attacker_;
    const Children& children_;
    DistanceTable& mates_;
    const Flags all_ = Flags(system_.tile_count(), 1);
    Tiles not_won_;
    Tiles not_lost_;
};

}  // namespace

std::optional<DistanceTable> measure_mates(const TableKey& key,
                                           const MateLookup& lookup,
                                           const Budget& budget) {
    const Children children(key.material(), lookup);
    if (!children.are_there()) return std::nullopt;
    const TileSystem system(key.material(), budget.threads);
    DistanceTable mates(key);
    for (const Color attacker : all_colors) {
        if (!MateRounds(system, attacker, children, mates).run(budget)) return std::nullopt;
    }
    return mates;
}

}  // namespace philidor
