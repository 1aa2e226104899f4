/// @file
/// Solving an ending, in one call.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "philidor/chess/ending.hpp"
#include "philidor/solve/effort.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// Squares far from the play can take as long to settle as a hundred positions; a map is not worth that.
inline constexpr std::chrono::seconds usual_time_for_key_squares{5};

/// What solving may take, and what is asked for.
struct SolveOptions {
    /// How long it may take; empty: as long as it takes. Storing comes on top.
    std::optional<std::chrono::duration<double>> time{};
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for the tables
    unsigned threads = 1;
    std::stop_token stop{};  ///< ends the work early; what is proved until then is the solution
    /// Called now and then, by one thread at a time; may be empty.
    std::function<void(const SolveProgress&)> progress{};

    /// Where to begin from what is known, and to leave what is proved; null: nothing is read or stored.
    TableStore* store = nullptr;

    Goal goal = Goal::value;                           ///< where to stop; only with a scope of `value`
    SolutionScope scope = SolutionScope::everything;   ///< how much to find out
    unsigned most_pieces = usual_most_pieces;          ///< of both sides together, in any table
    std::size_t line_plies = Proof::usual_line_plies;  ///< the most plies of the line
    /// The time for key squares, for an ending of kings and pawns; empty: they are not asked for.
    std::optional<std::chrono::duration<double>> time_for_key_squares{};

    /// The limits as a budget that begins now.
    [[nodiscard]] Effort effort() const;
};

/// Solves an ending: proves its value, or bounds of it, within the limits. Whatever is said is proved. It
/// never fails: what went wrong with a store is told in the solution. Thread-safe, as long as the store is
/// not written by another call.
[[nodiscard]] Solution solve(const Ending& ending, const SolveOptions& options = {});

}  // namespace philidor
