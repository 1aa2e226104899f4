#include "philidor/solve/detail/sample_prover.hpp"

#include <optional>
#include <random>

#include "philidor/builder/detail/entry_bits.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/solve/solve.hpp"

namespace philidor::detail {

namespace {

constexpr std::size_t most_draws_for_each =
    1000;  // most squares of kings are legal, but few values may be known

/// A position, and what the table says of it.
struct Sample {
    Ending ending;
    WdlBounds stored;
};

/// A position of which the table says something; empty if none was drawn in time.
std::optional<Sample> draw_sample(const Table& table,
                                  const PositionIndexer& indexer,
                                  std::mt19937_64& random) {
    for (std::size_t draw = 0; draw < most_draws_for_each; ++draw) {
        const auto tile = static_cast<std::size_t>(random() % table.layout().tile_count());
        const TilePlace place{all_colors[random() % 2], tile, square_at(random() % square_count),
                              square_at(random() % square_count)};
        const auto board = indexer.board_at(place);
        if (!board) continue;
        const auto stored = value_of(bits_at(table, place));
        const auto ending = Ending::from(*board);
        if (stored && *stored != WdlBounds{} && ending) return Sample{*ending, *stored};
    }
    return std::nullopt;
}

WdlBounds prove(const Ending& ending, const SampleOptions& options) {
    SolveOptions limits;
    limits.time = options.time_for_each;
    limits.memory_bytes = options.budget.memory_bytes;
    limits.threads = options.budget.threads;
    limits.stop = options.budget.stop;
    limits.scope = SolutionScope::value;
    return solve(ending, limits).value();
}

}  // namespace

SampleReport prove_samples(const Table& table, const SampleOptions& options) {
    const PositionIndexer indexer = PositionIndexer::make(table.key()).value();
    std::mt19937_64 random(options.seed);
    SampleReport report;
    for (std::size_t i = 0; i < options.positions && options.budget.goes_on(); ++i) {
        const auto sample = draw_sample(table, indexer, random);
        if (!sample) break;
        const WdlBounds found = prove(sample->ending, options);
        if (contradict(found, sample->stored)) {
            report.faults.push_back(
                {FaultKind::proof, to_fen(sample->ending.board()), sample->stored, found});
        } else if (both_of(found, sample->stored) == found) {
            ++report.proved;
        } else {
            ++report.open;
        }
    }
    return report;
}

}  // namespace philidor::detail
