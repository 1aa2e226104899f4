#include "philidor/builder/detail/sample_check.hpp"

#include <random>

#include "philidor/chess/ending.hpp"
#include "philidor/index/detail/position_indexer.hpp"

namespace philidor {

namespace {

constexpr std::size_t draws_for_each = 20;  // about half of all indices belong to a legal position

}  // namespace

Result<void, TableError> check_samples(const TableKey& key,
                                       Prober& prober,
                                       std::size_t positions,
                                       std::uint64_t seed) {
    const auto indexer = PositionIndexer::make(key);
    if (!indexer) return {};  // no table is that large
    std::mt19937_64 random(seed);
    for (std::size_t draw = 0; positions != 0 && draw < positions * draws_for_each; ++draw) {
        const auto board = indexer->board_at(position_index_at(random() % indexer->size()));
        if (!board) continue;
        const auto ending = Ending::from(*board);
        if (!ending) continue;
        if (const auto checked = prober.check(*ending); !checked) return checked;
        --positions;
    }
    return {};
}

}  // namespace philidor
