/// @file
/// What a proof may take, and how it is watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "philidor/base/budget.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// The most queens, rooks, bishops and knights of both sides together in the tables of a proof, unless the
/// caller says otherwise.
inline constexpr unsigned usual_most_pieces = 3;

/// How far a proof is.
struct SolveProgress {
    std::size_t attempt = 0;         ///< the attempt that is being made, counting from 1
    double share = 0;                ///< of this attempt's tables, 0 to 1
    std::size_t attempt_tables = 0;  ///< of this attempt
    std::size_t tables = 0;          ///< solved until now, by all attempts
    std::uint64_t bytes = 0;         ///< memory that the tables take
    WdlBounds bounds;                ///< what is proved of the position by now, seen from the side to move
};

/// What a proof may take, and who is told how far it is.
struct Effort {
    Budget budget;
    /// Called now and then, by one thread at a time; may be empty. To stop the proof, stop its budget.
    std::function<void(const SolveProgress&)> progress;
};

}  // namespace philidor
