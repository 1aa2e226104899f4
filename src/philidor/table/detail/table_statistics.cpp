#include "philidor/table/detail/table_statistics.hpp"

#include <algorithm>
#include <cstddef>

#include "philidor/index/detail/position_indexer.hpp"
#include "philidor/index/detail/tile_layout.hpp"

namespace philidor {

namespace {

ValueCounts count_tile(const Table& table, std::size_t tile, Color side) {
    const Tile legal = table.legal(tile, side);
    Tile drawn = legal;
    for (const Color winner : all_colors) drawn -= table.won(Certainty::possible, tile, side, winner);
    const auto wins_of = [&](Color winner) { return table.won(Certainty::proved, tile, side, winner); };
    const auto drawn_by_rule = [&](Color winner) {
        Tile wins = wins_of(winner);
        wins -= table.won({Certainty::possible, Rule::fifty_moves}, tile, side, winner);
        return wins.count();
    };
    return {legal.count(),          wins_of(side).count(), drawn.count(),
            wins_of(!side).count(), drawn_by_rule(side),   drawn_by_rule(!side)};
}

}  // namespace

ByColor<ValueCounts> count_values(const Table& table) {
    const TileLayout every_placement(table.key().material(), TileLayout::Turns::unused);
    ByColor<ValueCounts> counts;
    for (std::size_t placement = 0; placement < every_placement.tile_count(); ++placement) {
        const std::size_t tile = table.layout().locate(every_placement.placement_of(placement)).tile;
        for (const Color side : all_colors) counts[side] += count_tile(table, tile, side);
    }
    return counts;
}

std::optional<LongestDistance> find_longest(const DistanceTable& distances) {
    unsigned longest = 0;
    TilePlace place;
    for (const Color side : all_colors) {
        for (std::size_t tile = 0; tile < distances.layout().tile_count(); ++tile) {
            const TileDistances& all = distances.tile(tile, side);
            const auto greatest = std::ranges::max_element(all);
            if (*greatest <= longest) continue;
            longest = *greatest;
            const auto kings = static_cast<unsigned>(greatest - all.begin());
            place = {side, tile, square_at(kings / square_count), square_at(kings % square_count)};
        }
    }
    if (longest == 0) return std::nullopt;
    const auto indexer = PositionIndexer::make(distances.key()).value();
    return LongestDistance{longest, indexer.board_at(place).value()};
}

}  // namespace philidor
