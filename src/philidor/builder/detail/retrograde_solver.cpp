#include "philidor/builder/detail/retrograde_solver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

using detail::Flags;
using detail::StartTiles;
using detail::Tiles;
using detail::TileSystem;

/// If fewer than one tile in this many has changed, it pays to find out first which tiles that can affect.
constexpr std::size_t few_tiles = 10;

/// The least fixed point of "the attacker wins": a position with the attacker to move is won if some move
/// leads to a lost one; with the defender to move it is lost if no move escapes.
class FixedPoint {
  public:
    FixedPoint(const TileSystem& system, Question question, const StartTiles& start)
        : system_(system),
          question_(question),
          start_(start),
          not_won_(system.tile_count()),
          not_lost_(system.tile_count()) {
        system.for_each_tile([&](std::size_t tile) {
            not_won_[tile] = system.legal(question.attacker)[tile];
            not_won_[tile] -= start.wins[tile];
            not_lost_[tile] = system.legal(question.defender())[tile];
            not_lost_[tile] -= start.escapes[tile];
        });
    }

    /// Whether it was found: the budget is asked before each round.
    [[nodiscard]] bool find(const Budget& budget) {
        if (!system_.layout().pieces().empty()) return iterate(budget);
        kernels_.solve_kings(question_.attacker, not_won_[0], not_lost_[0]);
        return true;
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
    [[nodiscard]] bool iterate(const Budget& budget) {
        const Flags all(system_.tile_count(), 1);
        has_won_ = all;
        wanted_ = all;
        std::uint64_t rounds = 0;
        do {
            if (!budget.goes_on({rounds++, 0, 0})) return false;
            find_reached(question_.defender(), not_won_, all, wanted_, not_lost_);
            system_.for_each_tile([&](std::size_t tile) {
                has_lost_[tile] = wanted_[tile] != 0 &&
                                  kernels_.settle_outside(reached_[tile], not_lost_[tile], lost_[tile]);
            });
            wanted_ = system_.within_reach(question_.attacker, has_lost_);
            find_reached(question_.attacker, lost_, has_lost_, wanted_, not_won_);
            system_.for_each_tile([&](std::size_t tile) {
                has_won_[tile] =
                    wanted_[tile] != 0 && kernels_.settle_inside(reached_[tile], not_won_[tile], won_[tile]);
            });
            find_candidates();
        } while (std::ranges::any_of(wanted_, [](std::uint8_t is_wanted) { return is_wanted != 0; }));
        return true;
    }

    /// Marks the tiles where the defender may have lost its last way out: from an open position it could move
    /// to one that the attacker has just won.
    void find_candidates() {
        wanted_ = system_.within_reach(question_.defender(), has_won_);
        const auto won = static_cast<std::size_t>(std::ranges::count(has_won_, 1));
        if (won * few_tiles > system_.tile_count()) return;  // nearly all of them
        find_reached(question_.defender(), won_, has_won_, wanted_, not_lost_);
        system_.for_each_tile([&](std::size_t tile) {
            if (wanted_[tile] == 0) return;
            reached_[tile] &= not_lost_[tile];
            wanted_[tile] = reached_[tile].any() ? 1 : 0;
        });
    }

    /// Finds the positions from which quiet moves of `mover` lead to `sources`, in those of the `wanted`
    /// tiles where something is still open; the others are struck off.
    void find_reached(
        Color mover, const Tiles& sources, const Flags& filled, Flags& wanted, const Tiles& open) {
        system_.for_each_tile([&](std::size_t tile) {
            wanted[tile] = wanted[tile] != 0 && open[tile].any();
            if (wanted[tile] != 0) reached_[tile] = {};
        });
        system_.add_quiet_moves(mover, {sources, filled, wanted, reached_});
    }

    const TileSystem& system_;
    Question question_;
    const StartTiles& start_;
    const detail::TileKernels& kernels_ = detail::tile_kernels();
    Tiles not_won_;   ///< attacker to move: legal and not won
    Tiles not_lost_;  ///< defender to move: without an escape to another table, and not lost so far
    Tiles lost_{system_.tile_count()};  ///< in this round
    Tiles won_{system_.tile_count()};   ///< in this round
    Tiles reached_{system_.tile_count()};
    Flags has_lost_ = Flags(system_.tile_count());
    Flags has_won_ = Flags(system_.tile_count());
    Flags wanted_;
};

/// Begins where earlier answers ended.
void apply(const KnownWins& known, const TileSystem& system, Question question, StartTiles& start) {
    system.for_each_tile([&](std::size_t tile) {
        if (known.proved != nullptr) {
            const AnswerTiles proved = known.proved->read(tile);
            Tile won = proved.legal;
            won -= proved.not_won;
            start.wins[tile] |= won;  // a move to a position known as lost wins
            start.escapes[tile] -= proved.lost;
        }
        if (known.possible != nullptr) {
            const AnswerTiles possible = known.possible->read(tile);
            Tile not_lost = system.legal(question.defender())[tile];
            not_lost -= possible.lost;
            start.escapes[tile] |= not_lost;
            start.wins[tile] -= possible.not_won;
        }
    });
}

std::optional<WinTable> answer(const MaterialKey& key,
                               Question question,
                               const TileSystem& system,
                               const Conversions& conversions,
                               const KnownWins& known,
                               const Budget& budget) {
    StartTiles start = system.find_start(question, conversions);
    apply(known, system, question, start);
    FixedPoint solution(system, question, start);
    if (!solution.find(budget)) return std::nullopt;
    WinTable table(key, system.shared_layout());
    system.for_each(table.chunk_count(), [&](std::size_t chunk) {
        table.write(chunk, [&](std::size_t tile, AnswerTiles& answer) {
            solution.write(tile, answer);
            if (known.proved == nullptr) return;
            Tile lost;
            known.proved->read_lost(tile, lost);
            answer.lost |= lost;
        });
    });
    return table;
}

/// The answer to the same question about the other side, for a key that is symmetric.
WinTable with_sides_swapped(const WinTable& table) {
    constexpr Symmetry swap = Symmetry::swap_sides();
    WinTable swapped(table.key(), table.shared_layout());
    const ChildTable child(table);
    const TileLayout& layout = table.layout();
    swapped.write_all([&](std::size_t tile, AnswerTiles& answer) {
        const Placement placement = layout.placement_of(tile);
        std::array<PlacedPiece, most_layout_pieces> pieces;
        for (std::size_t i = 0; i < layout.pieces().size(); ++i) {
            const auto [color, kind] = layout.pieces()[i];
            const Square square = swap(placement[i]);
            pieces[i] = {swap(color), kind_of(type_of(kind), square), square};
        }
        const std::span<const PlacedPiece> all(pieces.data(), layout.pieces().size());
        for (const Color side : all_colors) {
            ChildTiles tiles;
            child.read({Color::white, Certainty::proved}, all, side, tiles);
            if (tiles.lost != nullptr) {
                answer.lost = image(*tiles.lost, swap);
            } else {
                answer.not_won = image(*tiles.not_won, swap);
                answer.legal = image(*tiles.legal, swap);
            }
        }
    });
    return swapped;
}

/// Writes the answer to a question into the table.
void write_wins(const TileSystem& system, const WinTable& answer, Question question, Table& table) {
    system.for_each_tile([&](std::size_t tile) {
        const AnswerTiles tiles = answer.read(tile);
        Tile won = tiles.legal;
        won -= tiles.not_won;
        table.set_won(question.certainty, tile, question.attacker, question.attacker, won);
        table.set_won(question.certainty, tile, question.defender(), question.attacker, tiles.lost);
    });
}

}  // namespace

std::uint64_t tiles_to_solve(const MaterialKey& key) {
    if (key.piece_count() == 0) return 1;
    if (key.piece_count() > most_layout_pieces) return Amount::too_large().number();
    return TileLayout(key, TileLayout::Turns::used).tile_count();
}

std::uint64_t memory_to_answer(std::uint64_t tiles) {
    // For each placement: 4 tiles of rules, and 11 for the question at hand.
    return (Amount(tiles) * Amount(15 * sizeof(Tile))).number();
}

std::uint64_t memory_to_solve(const CanonicalKey& key) {
    // For each placement also 3 tiles for the answer before it, and at most 8 of the table itself.
    const std::uint64_t tiles = tiles_to_solve(key.material());
    return (Amount(memory_to_answer(tiles)) + Amount(tiles) * Amount(11 * sizeof(Tile))).number();
}

std::optional<WinTable> QuestionSolver::answer(Question question,
                                               const ChildLookup& lookup,
                                               const KnownWins& known,
                                               const Budget& budget) const {
    return philidor::answer(key_, question, system_, Conversions(key_, lookup), known, budget);
}

std::optional<WinTable> solve_question(const MaterialKey& key,
                                       Question question,
                                       const ChildLookup& lookup,
                                       const KnownWins& known,
                                       const Budget& budget) {
    return QuestionSolver(key, budget.threads).answer(question, lookup, known, budget);
}

std::optional<Table> solve_table(const CanonicalKey& key, const TableLookup& lookup, const Budget& budget) {
    const TileSystem system(key.material(), budget.threads);
    const Conversions conversions(key.material(), children_in(lookup));
    Table table(key, conversions.are_exact());
    system.for_each_tile([&](std::size_t tile) {
        for (const Color side : all_colors) table.set_legal(tile, side, system.legal(side)[tile]);
    });
    const auto answer_to = [&](Question question) {
        return answer(key.material(), question, system, conversions, {}, budget);
    };
    for (const Certainty certainty : all_certainties) {
        if (certainty == Certainty::possible && table.is_exact()) break;
        const auto white = answer_to({Color::white, certainty});
        if (!white) return std::nullopt;
        write_wins(system, *white, {Color::white, certainty}, table);
        const auto black =
            key.is_symmetric() ? with_sides_swapped(*white) : answer_to({Color::black, certainty});
        if (!black) return std::nullopt;
        write_wins(system, *black, {Color::black, certainty}, table);
    }
    return table;
}

}  // namespace philidor
