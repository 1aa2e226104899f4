#include "philidor/builder/detail/retrograde_solver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/fixed_point.hpp"
#include "philidor/builder/detail/tile_system.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

using detail::FixedPoint;
using detail::StartTiles;
using detail::TileSystem;

/// How many rounds the wins take, those that were known before included.
unsigned rounds_of(const FixedPoint& solution, const Conversions& conversions, const KnownWins& known) {
    if (!conversions.are_same_under_rule()) return most_rounds_under_rule;
    return solution.rounds() + (known.proved == nullptr ? 0 : known.proved->rounds());
}

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
    table.set_rounds(rounds_of(solution, conversions, known));
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
    swapped.set_rounds(table.rounds());
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
        table.set_won(question.wins(), tile, question.attacker, question.attacker, won);
        table.set_won(question.wins(), tile, question.defender(), question.attacker, tiles.lost);
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

std::uint64_t memory_to_solve(const TableKey& key) {
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

std::optional<Table> solve_table(const TableKey& key, const TableLookup& lookup, const Budget& budget) {
    const TileSystem system(key.material(), budget.threads);
    const Conversions conversions(key.material(), children_in(lookup));
    Table table(key, conversions.are_exact());
    system.for_each_tile([&](std::size_t tile) {
        for (const Color side : all_colors) table.set_legal(tile, side, system.legal(side)[tile]);
    });
    unsigned rounds = 0;
    ByColor<ByCertainty<std::optional<WinTable>>> without_rule;
    const auto fill = [&](Rule rule) {
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && table.is_exact(rule)) break;
            const WinTable* last = nullptr;
            std::optional<WinTable> under_rule;
            for (const Color attacker : all_colors) {
                const Question question{attacker, certainty, rule};
                // Nothing is won under the rule that is not won without it.
                std::optional<WinTable>& plain = without_rule[attacker][certainty];
                const bool has_plain = plain.has_value();
                const KnownWins known{nullptr, has_plain ? &*plain : nullptr};
                std::optional<WinTable> wins =
                    last != nullptr && key.is_symmetric()
                        ? with_sides_swapped(*last)
                        : answer(key.material(), question, system, conversions, known, budget);
                if (!wins) return false;
                std::optional<WinTable>& kept = has_plain ? under_rule : plain;
                kept = std::move(wins);
                last = &*kept;
                rounds = std::max(rounds, last->rounds());
                write_wins(system, *last, question, table);
            }
        }
        return true;
    };
    if (!fill(Rule::none)) return std::nullopt;
    table.set_rounds(rounds);
    if (rounds < most_rounds_under_rule) return table;
    table.add_rule_layer(conversions.are_exact(Rule::fifty_moves));
    if (!fill(Rule::fifty_moves)) return std::nullopt;
    table.drop_needless_layer();
    return table;
}

}  // namespace philidor
