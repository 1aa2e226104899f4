/// @file
/// The same move generator compiled for different processors, and the choice between them.
#pragma once

#include <cstdint>
#include <string_view>

#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/position.hpp"

namespace philidor::detail {

/// The functions compiled once for each kind of processor.
struct Kernels {
    std::string_view name;  ///< what they were compiled for
    /// Appends the legal moves of the pieces in `movers`.
    void (*list_legal)(const Position&, Color us, Bitboard movers, MoveList&);
    /// Appends the pseudo-legal moves.
    void (*list_pseudo_legal)(const Position&, Color us, MoveList&);
    /// Counts the legal moves.
    unsigned (*count_legal)(const Position&, Color us);
    /// Counts the sequences of `depth` legal moves; `depth` is at least 1.
    std::uint64_t (*perft)(const Position&, Color us, unsigned depth);
    /// The same, but lists the moves of each position before the last ply, overwriting the previous list.
    std::uint64_t (*perft_listing)(const Position&, Color us, unsigned depth, MoveList&);
};

/// For every processor.
extern const Kernels portable_kernels;

#ifdef __x86_64__
/// For x86-64 processors with BMI2 and a fast PEXT.
extern const Kernels bmi2_kernels;
#endif

/// The fastest kernels that this machine can run. The environment variable PHILIDOR_KERNELS=portable selects
/// the portable ones, for comparison.
[[nodiscard]] const Kernels& kernels();

}  // namespace philidor::detail
