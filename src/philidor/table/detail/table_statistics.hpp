/// @file
/// Figures about whole tables.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/table/detail/distance_table.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor {

/// The number of positions with each value, for the side to move. Every placement of the men counts, even if
/// some are images of each other.
struct ValueCounts {
    std::uint64_t legal = 0;           ///< all legal positions
    std::uint64_t wins = 0;            ///< won for the side to move
    std::uint64_t draws = 0;           ///< drawn
    std::uint64_t losses = 0;          ///< lost for the side to move
    std::uint64_t cursed_wins = 0;     ///< of the wins: known to be drawn by the 50-move rule
    std::uint64_t blessed_losses = 0;  ///< of the losses, likewise

    /// The positions whose value is not known.
    [[nodiscard]] std::uint64_t unknowns() const { return legal - wins - draws - losses; }

    /// Adds the counts of `other`.
    ValueCounts& operator+=(const ValueCounts& other) {
        legal += other.legal;
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        cursed_wins += other.cursed_wins;
        blessed_losses += other.blessed_losses;
        return *this;
    }
    /// Whether all counts are equal.
    friend bool operator==(const ValueCounts&, const ValueCounts&) = default;
};

/// The counts of a table, by side to move.
[[nodiscard]] ByColor<ValueCounts> count_values(const Table& table);

/// A position whose win takes longest.
struct LongestDistance {
    unsigned plies;  ///< its distance
    Board board;     ///< the position
};

/// The first position with the greatest distance in a table; none if all positions are drawn.
[[nodiscard]] std::optional<LongestDistance> find_longest(const DistanceTable& distances);

}  // namespace philidor
