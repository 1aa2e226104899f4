/// @file
/// The limits of a proof, and reports on its progress.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "philidor/base/budget.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The default for the most queens, rooks, bishops and knights, of both sides together, in any table of a
/// proof.
inline constexpr unsigned usual_most_pieces = 3;

/// How far a proof has come.
struct SolveProgress {
    std::size_t attempt = 0;         ///< number of the current attempt, counting from 1
    double share = 0;                ///< share of this attempt's tables that is done, 0 to 1
    std::size_t attempt_tables = 0;  ///< number of tables in this attempt
    std::size_t tables = 0;          ///< tables solved so far, by all attempts
    std::uint64_t bytes = 0;         ///< memory used by the tables
    WdlBounds bounds;                ///< bounds proved so far, from the point of view of the side to move
};

/// The limits of a proof, and a callback for its progress.
struct Effort {
    Budget budget;  ///< time, memory, threads and a way to stop
    /// Called at intervals, by one thread at a time; may be empty. To stop the proof, stop its budget.
    std::function<void(const SolveProgress&)> progress;
};

}  // namespace philidor
