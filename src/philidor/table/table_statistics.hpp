/// @file
/// Figures about whole tables.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table.hpp"

namespace philidor {

/// How many positions have which value for the side to move. Every placement of the men counts, those that
/// are images of each other too.
struct ValueCounts {
    std::uint64_t legal = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    /// Those whose value is open.
    [[nodiscard]] std::uint64_t unknowns() const { return legal - wins - draws - losses; }

    /// Adds up.
    ValueCounts& operator+=(const ValueCounts& other) {
        legal += other.legal;
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        return *this;
    }
    /// Equal in all counts.
    friend bool operator==(const ValueCounts&, const ValueCounts&) = default;
};

/// The counts of a table, by side to move.
[[nodiscard]] ByColor<ValueCounts> count_values(const Table& table);

/// A position whose win takes longest.
struct LongestDistance {
    unsigned plies;
    Board board;
};

/// The first position of the greatest distance in a table; none if nobody wins anywhere.
[[nodiscard]] std::optional<LongestDistance> find_longest(const DistanceTable& distances);

}  // namespace philidor
