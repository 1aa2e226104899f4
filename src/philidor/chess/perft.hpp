/// @file
/// Counting positions: the measure of a move generator's truth and speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// How many sequences of `depth` legal moves lead from this board, on one thread; 1 for depth 0.
[[nodiscard]] std::uint64_t perft(const Board& board, unsigned depth);

/// What the last moves of those sequences were.
struct PerftStatistics {
    std::uint64_t nodes = 0;       ///< all of them
    std::uint64_t captures = 0;    ///< en passant included
    std::uint64_t en_passant = 0;  ///< captures en passant
    std::uint64_t castles = 0;     ///< to either side
    std::uint64_t promotions = 0;  ///< to any piece, with or without a capture
    std::uint64_t checks = 0;      ///< checkmates included
    std::uint64_t checkmates = 0;  ///< checks without an answer

    /// Adds up.
    PerftStatistics& operator+=(const PerftStatistics& other);
    /// Equal in every count.
    friend bool operator==(const PerftStatistics&, const PerftStatistics&) = default;
};

/// The statistics at `depth`; one node and nothing else for depth 0. Slower than `perft`: it looks at every
/// last move.
[[nodiscard]] PerftStatistics perft_statistics(const Board& board, unsigned depth);

/// How a large count is done.
struct PerftOptions {
    unsigned threads = 1;        ///< how many threads count, at least 1
    std::size_t hash_bytes = 0;  ///< memory for positions met before, shared by all threads; 0 for none
    bool statistics = false;     ///< fill all of `PerftStatistics`, not `nodes` alone; uses no hash
    /// Called about ten times a second, on the thread that called `divide`, with the share done, 0 to 1;
    /// returning false stops the count.
    std::function<bool(double)> progress = nullptr;
};

/// The count below one legal move of the root.
struct PerftDivision {
    Move move;              ///< the first move of the sequences
    PerftStatistics below;  ///< of the sequences that begin with it
};

/// The counts below every legal move, at `depth` at least 1, in the order of `legal_moves`; nothing if the
/// count was stopped. The same numbers for any options. Throws std::bad_alloc if the hash does not fit in
/// memory.
[[nodiscard]] std::optional<std::vector<PerftDivision>> divide(const Board& board,
                                                               unsigned depth,
                                                               const PerftOptions& options = {});

/// The counts of all divisions together.
[[nodiscard]] PerftStatistics total(const std::vector<PerftDivision>& divisions);

}  // namespace philidor
