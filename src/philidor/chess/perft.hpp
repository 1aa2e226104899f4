/// @file
/// Counting move sequences: the standard test of a move generator's correctness and speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// The number of sequences of `depth` legal moves from this board, counted on one thread; 1 for depth 0.
[[nodiscard]] std::uint64_t perft(const Board& board, unsigned depth);

/// Counts of the last moves of those sequences, by kind.
struct PerftStatistics {
    std::uint64_t nodes = 0;                 ///< all moves
    std::uint64_t captures = 0;              ///< en passant included
    std::uint64_t en_passant = 0;            ///< captures en passant
    std::uint64_t castles = 0;               ///< to either side
    std::uint64_t promotions = 0;            ///< to any piece, with or without a capture
    std::uint64_t checks = 0;                ///< checkmates included
    std::uint64_t checkmates = 0;            ///< checks without an answer
    std::uint64_t capturing_promotions = 0;  ///< both captures and promotions, and counted as either

    /// Adds the counts of `other`.
    PerftStatistics& operator+=(const PerftStatistics& other);
    /// Whether all counts are equal.
    friend bool operator==(const PerftStatistics&, const PerftStatistics&) = default;
};

/// The statistics at `depth`; for depth 0 one node and nothing else. Slower than `perft`, because it looks at
/// every last move.
[[nodiscard]] PerftStatistics perft_statistics(const Board& board, unsigned depth);

/// How to do a large count.
struct PerftOptions {
    unsigned threads = 1;        ///< the number of threads, at least 1
    std::size_t hash_bytes = 0;  ///< memory for positions met before, shared by all threads; 0 for none
    bool statistics = false;     ///< fill all of `PerftStatistics`, not only `nodes`; uses no hash
    /// Asks the count to end early.
    std::stop_token stop = {};  // NOLINT(readability-redundant-member-init): callers may leave it out
    /// Called about ten times a second, on the thread that called `divide`, with the share done, from 0 to 1;
    /// may be empty.
    std::function<void(double)> progress = nullptr;
};

/// The count below one legal move of the root.
struct PerftDivision {
    Move move;              ///< the first move of the sequences
    PerftStatistics below;  ///< the sequences that begin with it
};

/// The counts below every legal move, in the order of `legal_moves`, or nothing if the count was stopped.
/// `depth` must be at least 1. The numbers are the same for any options. Throws std::bad_alloc if the hash
/// does not fit in memory.
[[nodiscard]] std::optional<std::vector<PerftDivision>> divide(const Board& board,
                                                               unsigned depth,
                                                               const PerftOptions& options = {});

/// The sum of all divisions.
[[nodiscard]] PerftStatistics total(const std::vector<PerftDivision>& divisions);

}  // namespace philidor
