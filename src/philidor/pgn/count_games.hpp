/// @file
/// Counts the keys of all games of a file, on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "philidor/base/byte_stream.hpp"
#include "philidor/base/file_error.hpp"
#include "philidor/base/result.hpp"
#include "philidor/pgn/game_counter.hpp"
#include "philidor/pgn/named_counts.hpp"
#include "philidor/pgn/pgn_problem.hpp"

namespace philidor {

/// How games are counted. All functions are called by one thread at a time.
struct CountOptions {
    unsigned most_men = 10;  ///< of the keys that are counted
    KeyNames names = KeyNames::canonical;
    unsigned threads = 1;
    std::size_t most_keys = 500'000;                 ///< that are held in memory, by all threads together
    std::size_t piece_size = std::size_t{1} << 20U;  ///< what a thread reads at a time, in bytes
    /// Told about bad games, in their order.
    std::function<void(const PgnProblem&)> report = [](const PgnProblem&) {};
    /// Given the counts, in one or several parts that add up.
    std::function<void(const NamedCounts&)> store = [](const NamedCounts&) {};
    /// Told how many bytes were taken; false ends the work.
    std::function<bool(std::uint64_t taken)> progress = [](std::uint64_t) { return true; };
};

/// What was counted, apart from what was given to `CountOptions::store`.
struct CountedGames {
    GameTotals totals;
    std::optional<Error<FileError>> error;  ///< what ended the reading too early; all before it counts
    bool is_interrupted = false;            ///< by `progress`; then nothing is worth anything
};

/// Counts the games of a stream. The result does not depend on the number of threads.
[[nodiscard]] CountedGames count_games(ByteStream& stream, const CountOptions& options);

}  // namespace philidor
