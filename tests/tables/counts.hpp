/// @file
/// How many positions of a table are won, drawn and lost.
#pragma once

#include <cstdint>

#include "philidor/chess/indexed_array.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/table/table.hpp"

namespace philidor::tables {

/// Positions by their value for the side to move. Every placement of the men counts, those that are images of
/// each other too.
struct Counts {
    std::uint64_t legal = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;

    /// What is neither won nor lost.
    [[nodiscard]] std::uint64_t draws() const { return legal - wins - losses; }

    Counts& operator+=(const Counts& other) {
        legal += other.legal;
        wins += other.wins;
        losses += other.losses;
        return *this;
    }
    friend bool operator==(const Counts&, const Counts&) = default;
};

/// The counts of an exact table, by side to move.
[[nodiscard]] inline ByColor<Counts> count(const Table& table) {
    ByColor<Counts> counts;
    const TileLayout every_placement(table.key().material(), TileLayout::Turns::unused);
    for (std::size_t tile = 0; tile < every_placement.tile_count(); ++tile) {
        const std::size_t place = table.layout().locate(every_placement.placement_of(tile)).tile;
        for (const Color side : all_colors) {
            const auto& wins = table.wins(Certainty::proved, place, side).wins;
            Tile illegal = wins[Color::white];
            illegal &= wins[Color::black];
            counts[side].legal += 64 * 64 - illegal.count();
            counts[side].wins += wins[side].count() - illegal.count();
            counts[side].losses += wins[!side].count() - illegal.count();
        }
    }
    return counts;
}

/// The counts of a key that need not be canonical, from the table it belongs to.
[[nodiscard]] inline ByColor<Counts> count_as(Symmetry symmetry, const Table& table) {
    const ByColor<Counts> counts = count(table);
    return {{counts[symmetry(Color::white)], counts[symmetry(Color::black)]}};
}

}  // namespace philidor::tables
