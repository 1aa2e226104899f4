/// @file
/// Counts the keys of all games of a file, on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/byte_stream.hpp"
#include "philidor/pgn/detail/game_counter.hpp"
#include "philidor/pgn/detail/named_counts.hpp"
#include "philidor/pgn/games_in.hpp"

namespace philidor::detail {

/// How games are counted. All functions are called by one thread at a time.
struct CountOptions {
    unsigned most_men = 10;  ///< of the keys that are counted
    KeyNames names = KeyNames::canonical;
    std::size_t most_keys = 500'000;                 ///< held in memory by all threads together; not 0
    std::size_t piece_size = std::size_t{1} << 20U;  ///< what a thread reads at a time, in bytes
    std::uint64_t total_bytes = 0;                   ///< of the file, for the progress; 0 if not known
    /// Told about bad games, in their order.
    std::function<void(const PgnProblem&)> report = [](const PgnProblem&) {};
    /// Given the counts, in one or several parts that add up. Returning false ends the work.
    std::function<bool(const NamedCounts&)> store = [](const NamedCounts&) { return true; };
};

/// What was counted, apart from what was given to `CountOptions::store`.
struct CountedGames {
    GameTotals totals;
    std::optional<Error<FileError>> error;  ///< what ended the reading too early; all before it counts
    bool is_stopped = false;                ///< by the budget or by `store`: the counts are not complete
};

/// Counts the games of a stream, on the threads of the budget, whose progress is told in bytes of the file.
/// The result does not depend on the number of threads.
[[nodiscard]] CountedGames count_games(ByteStream& stream,
                                       const CountOptions& options,
                                       const Budget& budget = {});

}  // namespace philidor::detail
