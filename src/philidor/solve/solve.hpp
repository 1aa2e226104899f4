/// @file
/// Solves an ending in one call.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "philidor/chess/ending.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

class SyzygyTables;

/// The default time for key squares. Squares far from the play can take a hundred times as long as the
/// position itself; a map is not worth that.
inline constexpr std::chrono::seconds usual_time_for_key_squares{5};

/// The limits of `solve`, and what it is asked for.
struct SolveOptions {
    /// The longest time; empty means no limit. Writing to the store is not included.
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< the most memory for tables
    unsigned threads = 1;                                  ///< the number of threads
    /// Ends the work early; the solution is what is proved by then
    std::stop_token stop = {};  // NOLINT(readability-redundant-member-init): callers may leave it out
    /// Called at intervals, by one thread at a time; may be empty.
    std::function<void(const SolveProgress&)> progress = nullptr;

    /// Called with the solution before anything is saved, which can take long; may be empty.
    std::function<void(const Solution&)> answered = nullptr;

    /// The store to start from and to save to. With null nothing is read or stored.
    TableStore* store = nullptr;
    /// Syzygy's tables, asked where a search of moves meets positions of few men. May be null.
    const SyzygyTables* syzygy = nullptr;
    /// How often to save while the proof goes on. Empty means every minute.
    std::optional<std::chrono::duration<double>> time_between_saves = std::nullopt;

    Goal goal = Goal::value;  ///< which part of the value; only with `SolutionScope::value`
    SolutionScope scope = SolutionScope::everything;  ///< how much to find out
    unsigned most_pieces = usual_most_pieces;         ///< the most pieces of both sides together in any table
    LineLimits line = {};                             ///< how far the line goes
    /// The time for key squares, for an ending of kings and pawns. Empty if they are not wanted.
    std::optional<std::chrono::duration<double>> time_for_key_squares = std::nullopt;

    /// The limits and the callback as an effort whose time starts now.
    [[nodiscard]] Effort effort() const;
};

/// Solves an ending: proves its value, or bounds of it, within the limits. Everything in the solution is
/// proved. This never fails; a failure of the store is noted in the solution. Thread-safe, unless another
/// call writes to the same store.
[[nodiscard]] Solution solve(const Ending& ending, const SolveOptions& options = {});

/// The same with a proof that was made for it, which can then be asked for more.
[[nodiscard]] Solution solve(const Ending& ending, const SolveOptions& options, Proof& proof);

}  // namespace philidor
