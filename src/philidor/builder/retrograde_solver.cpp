#include "philidor/builder/retrograde_solver.hpp"

#include <atomic>
#include <utility>
#include <vector>

#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"

namespace philidor {

namespace {

using detail::Flags;
using detail::TileSystem;

/// The least fixed point of "the attacker wins": a position with the attacker to move is won if some move
/// leads to a lost one; with the defender to move it is lost if no move escapes.
class FixedPoint {
  public:
    FixedPoint(const TileSystem& system, Color attacker, Certainty certainty)
        : system_(system),
          attacker_(attacker),
          not_won_(system.legal(attacker)),
          not_lost_(system.legal(!attacker)) {
        system.for_each_tile([&](std::size_t tile) {
            not_won_[tile] -= system.wins(certainty, attacker)[tile];
            not_lost_[tile] -= system.escapes(certainty, !attacker)[tile];
        });
    }

    void find() {
        if (system_.layout().pieces().empty()) {
            kernels_.solve_kings(attacker_, not_won_[0], not_lost_[0]);
        } else {
            iterate();
        }
    }

    /// Attacker to move: legal and not won.
    [[nodiscard]] const Tile& not_won(std::size_t tile) const { return not_won_[tile]; }

    /// Defender to move: without an escape to another table, and not lost all the same.
    [[nodiscard]] const Tile& not_lost(std::size_t tile) const { return not_lost_[tile]; }

  private:
    void iterate() {
        const Flags all(system_.tile_count(), 1);
        Flags changed = all;
        do {
            find_reached(!attacker_, not_won_, all, changed, not_lost_);
            system_.for_each_tile([&](std::size_t tile) {
                has_lost_[tile] = wanted_[tile] != 0 &&
                                  kernels_.settle_outside(reached_[tile], not_lost_[tile], lost_[tile]);
            });
            find_reached(attacker_, lost_, has_lost_, has_lost_, not_won_);
            is_changed_ = false;
            system_.for_each_tile([&](std::size_t tile) {
                Tile won;
                changed[tile] =
                    wanted_[tile] != 0 && kernels_.settle_inside(reached_[tile], not_won_[tile], won);
                if (changed[tile] != 0) is_changed_ = true;
            });
        } while (is_changed_);
    }

    /// Finds the positions from which quiet moves of `mover` lead to `sources`, in the tiles where a change
    /// is within reach and something is still open.
    void find_reached(Color mover,
                      const std::vector<Tile>& sources,
                      const Flags& filled,
                      const Flags& changed,
                      const std::vector<Tile>& open) {
        wanted_ = system_.within_reach(mover, changed);
        system_.for_each_tile([&](std::size_t tile) {
            wanted_[tile] = wanted_[tile] != 0 && open[tile].any();
            if (wanted_[tile] != 0) reached_[tile] = {};
        });
        system_.add_quiet_moves(mover, sources, filled, wanted_, reached_);
    }

    const TileSystem& system_;
    Color attacker_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    std::vector<Tile> not_won_;
    std::vector<Tile> not_lost_;
    std::vector<Tile> lost_{system_.tile_count()};
    std::vector<Tile> reached_{system_.tile_count()};
    Flags has_lost_ = Flags(system_.tile_count());
    Flags wanted_;
    std::atomic<bool> is_changed_ = false;
};

void write_wins(
    const TileSystem& system, const FixedPoint& solution, Color attacker, Certainty certainty, Table& table) {
    const Color defender = !attacker;
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        const std::size_t from = system.layout().locate(table.layout().placement_of(tile)).tile;
        Tile& won = table.wins(certainty, tile, attacker).wins[attacker] = system.legal(attacker)[from];
        won -= solution.not_won(from);
        Tile& lost = table.wins(certainty, tile, defender).wins[attacker] = system.legal(defender)[from];
        lost -= system.escapes(certainty, defender)[from];
        lost -= solution.not_lost(from);
    }
}

void mark_illegal(const TileSystem& system, Table& table) {
    for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile) {
        const std::size_t from = system.layout().locate(table.layout().placement_of(tile)).tile;
        for (const Color color : all_colors) {
            const Tile& legal = system.legal(color)[from];
            for (Tile& wins : table.wins(Certainty::proved, tile, color).wins.values) {
                for (std::size_t row = 0; row < 64; ++row) wins.rows[row] |= ~legal.rows[row];
            }
        }
    }
}

}  // namespace

Table solve(const CanonicalKey& key, const TableLookup& lookup, unsigned threads) {
    const TileSystem system(key, lookup, threads);
    Table table(key, system.is_exact());
    for (const Color attacker : all_colors) {
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && system.is_exact()) break;
            FixedPoint solution(system, attacker, certainty);
            solution.find();
            write_wins(system, solution, attacker, certainty, table);
        }
    }
    mark_illegal(system, table);
    return table;
}

}  // namespace philidor
