#include "philidor/builder/retrograde_solver.hpp"

#include <atomic>
#include <utility>
#include <vector>

#include "philidor/builder/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/index/tile_symmetry.hpp"

namespace philidor {

namespace {

using detail::Flags;
using detail::StartTiles;
using detail::TileSystem;

/// The least fixed point of "the attacker wins": a position with the attacker to move is won if some move
/// leads to a lost one; with the defender to move it is lost if no move escapes.
class FixedPoint {
  public:
    FixedPoint(const TileSystem& system, Question question, const StartTiles& start)
        : system_(system),
          question_(question),
          start_(start),
          not_won_(system.legal(question.attacker)),
          not_lost_(system.legal(question.defender())) {
        system.for_each_tile([&](std::size_t tile) {
            not_won_[tile] -= start.wins[tile];
            not_lost_[tile] -= start.escapes[tile];
        });
    }

    void find() {
        if (system_.layout().pieces().empty()) {
            kernels_.solve_kings(question_.attacker, not_won_[0], not_lost_[0]);
        } else {
            iterate();
        }
    }

    /// The answer for one tile.
    void write(std::size_t tile, AnswerTiles& answer) const {
        answer.not_won = not_won_[tile];
        answer.legal = system_.legal(question_.attacker)[tile];
        answer.lost = system_.legal(question_.defender())[tile];
        answer.lost -= start_.escapes[tile];
        answer.lost -= not_lost_[tile];
    }

  private:
    void iterate() {
        const Flags all(system_.tile_count(), 1);
        Flags changed = all;
        do {
            find_reached(question_.defender(), not_won_, all, changed, not_lost_);
            system_.for_each_tile([&](std::size_t tile) {
                has_lost_[tile] = wanted_[tile] != 0 &&
                                  kernels_.settle_outside(reached_[tile], not_lost_[tile], lost_[tile]);
            });
            find_reached(question_.attacker, lost_, has_lost_, has_lost_, not_won_);
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
    Question question_;
    const StartTiles& start_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    std::vector<Tile> not_won_;  ///< attacker to move: legal and not won
    std::vector<Tile>
        not_lost_;  ///< defender to move: without an escape to another table, and not lost so far
    std::vector<Tile> lost_{system_.tile_count()};
    std::vector<Tile> reached_{system_.tile_count()};
    Flags has_lost_ = Flags(system_.tile_count());
    Flags wanted_;
    std::atomic<bool> is_changed_ = false;
};

/// Begins where an earlier answer ended.
void apply(const WinTable& settled, const TileSystem& system, Question question, StartTiles& start) {
    for (std::size_t tile = 0; tile < system.tile_count(); ++tile) {
        const AnswerTiles& known = settled.tile(tile);
        if (question.certainty == Certainty::proved) {
            Tile won = known.legal;
            won -= known.not_won;
            start.wins[tile] |= won;  // whoever can move to a position that is known as lost has won
            start.escapes[tile] -= known.lost;
        } else {
            Tile not_lost = system.legal(question.defender())[tile];
            not_lost -= known.lost;
            start.escapes[tile] |= not_lost;
            start.wins[tile] -= known.not_won;
        }
    }
}

WinTable answer(const MaterialKey& key,
                Question question,
                const TileSystem& system,
                const Conversions& conversions,
                const WinTable* settled = nullptr) {
    StartTiles start = system.find_start(question, conversions);
    if (settled != nullptr) apply(*settled, system, question, start);
    FixedPoint solution(system, question, start);
    solution.find();
    WinTable table(key);
    for (std::size_t tile = 0; tile < system.tile_count(); ++tile) {
        solution.write(tile, table.tile(tile));
        if (settled != nullptr && question.certainty == Certainty::proved) {
            table.tile(tile).lost |= settled->tile(tile).lost;
        }
    }
    return table;
}

/// Among the proved wins an illegal position counts as won by both sides.
void write_wins(const TileSystem& system, const WinTable& answer, Question question, Table& table) {
    for (std::size_t tile = 0; tile < system.tile_count(); ++tile) {
        Tile& won = table.wins(question.certainty, tile, question.attacker).wins[question.attacker];
        Tile& lost = table.wins(question.certainty, tile, question.defender()).wins[question.attacker];
        won = answer.tile(tile).legal;
        lost = system.legal(question.defender())[tile];
        if (question.certainty == Certainty::proved) {
            complement(won);
            complement(lost);
        } else {
            won = lost = {};
        }
        Tile known_won = answer.tile(tile).legal;
        known_won -= answer.tile(tile).not_won;
        won |= known_won;
        lost |= answer.tile(tile).lost;
    }
}

}  // namespace

WinTable solve(const MaterialKey& key,
               Question question,
               const ChildLookup& lookup,
               const WinTable* settled,
               unsigned threads) {
    return answer(key, question, TileSystem(key, threads), Conversions(key, lookup), settled);
}

Table solve(const CanonicalKey& key, const TableLookup& lookup, unsigned threads) {
    const TileSystem system(key.material(), threads);
    const Conversions conversions(key.material(), children_in(lookup));
    Table table(key, conversions.are_exact());
    for (const Certainty certainty : all_certainties) {
        if (certainty == Certainty::possible && table.is_exact()) break;
        for (const Color attacker : all_colors) {
            const Question question{attacker, certainty};
            write_wins(system, answer(key.material(), question, system, conversions), question, table);
        }
    }
    return table;
}

}  // namespace philidor
