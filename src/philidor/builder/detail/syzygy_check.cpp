#include "philidor/builder/detail/syzygy_check.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/index/detail/position_indexer.hpp"

namespace philidor {

namespace {

constexpr std::uint64_t positions_at_a_time = 4096;

/// What Syzygy's tables say otherwise of a position whose value there is `told`.
std::optional<TableFault> find_fault(const Table& table,
                                     const DistanceTable* distances,
                                     const SyzygyTables& syzygy,
                                     const Board& board,
                                     RuledValue told) {
    const auto plain = table.value_of(board);
    if (!plain || contradict(*plain, told.plain))
        return TableFault{FaultKind::value, to_fen(board), plain, told.plain};
    const auto under_rule = table.value_of(board, Rule::fifty_moves);
    if (!under_rule || contradict(*under_rule, told.under_rule))
        return TableFault{FaultKind::rule, to_fen(board), under_rule, told.under_rule};
    if (distances == nullptr) return std::nullopt;
    const auto rounded = syzygy.rounded_dtz_of(board);
    if (!rounded) return std::nullopt;
    const auto expected = static_cast<unsigned>(std::abs(*rounded));
    const unsigned stored = distances->distance_of(board);
    if (stored == expected || (expected != 0 && stored == expected + 1)) return std::nullopt;
    return TableFault{FaultKind::distance, to_fen(board), plain, told.plain, stored, expected};
}

}  // namespace

SyzygyReport compare_with_syzygy(const Table& table,
                                 const DistanceTable* distances,
                                 const SyzygyTables& syzygy,
                                 const Budget& budget,
                                 std::size_t most_faults) {
    const PositionIndexer indexer = PositionIndexer::make(table.key()).value();
    SyzygyReport report;
    std::uint64_t looked_at = 0;
    std::mutex mutex;  // guards both
    parallel_for(indexer.size() / positions_at_a_time + 1, budget.threads,
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t block = begin; block < end && budget.goes_on(); ++block) {
                         SyzygyReport part;
                         const std::uint64_t first = block * positions_at_a_time;
                         const std::uint64_t last = std::min(first + positions_at_a_time, indexer.size());
                         for (std::uint64_t number = first; number < last; ++number) {
                             const auto board = indexer.board_at(position_index_at(number));
                             if (!board || board->has_insufficient_material()) continue;
                             const auto told = syzygy.value_of(*board);
                             ++(told ? part.compared : part.not_there);
                             if (!told) continue;
                             auto fault = find_fault(table, distances, syzygy, *board, *told);
                             if (!fault) continue;
                             ++part.faults;
                             part.first.push_back(*std::move(fault));
                         }
                         const std::lock_guard lock(mutex);
                         report.compared += part.compared;
                         report.not_there += part.not_there;
                         report.faults += part.faults;
                         for (TableFault& fault : part.first) {
                             if (report.first.size() < most_faults) report.first.push_back(std::move(fault));
                         }
                         budget.report({looked_at += last - first, indexer.size(), 0});
                     }
                 });
    return report;
}

}  // namespace philidor
