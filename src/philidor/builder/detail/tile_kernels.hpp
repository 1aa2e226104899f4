/// @file
/// The inner loops of the solver, compiled for different processors.
#pragma once

#include <array>
#include <string_view>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"

namespace philidor::detail {

/// The tiles that differ in the square of one piece only, by that square.
struct TileLine {
    Bitboard blocked;  ///< where the piece cannot stand, because a pawn or another piece does
    std::array<const Tile*, 64> sources{};  ///< where it goes; null for an empty tile
    std::array<Tile*, 64> targets{};        ///< where it comes from; null for a tile that is not asked about
};

/// Ranks of the white king, from `begin` to before `end`. Moves of pieces leave the kings where they are, so
/// threads can share the work on one line by ranks.
struct RankSpan {
    unsigned begin = 0;
    unsigned end = 8;
};

/// The functions that are compiled once for each kind of processor. Those that add moves add to the targets
/// the positions from which one quiet move of a piece leads to a position of the sources.
struct TileKernels {
    std::string_view name;  ///< what they were compiled for
    /// Adds the positions before a man moves out of the table, given those after it: neither king moves, and
    /// none stands on the `way`, of at most eight squares.
    void (*add_conversions)(const Tile& source, Bitboard way, Tile& target);
    /// The same where a king moves onto `to`.
    void (*add_king_arrivals)(Color king, const Tile& source, Square to, Tile& target);
    /// A king moves.
    void (*add_king_moves)(Color king, const Tile& source, Tile& target);
    /// A rook, or a queen along ranks and files; in these ranks of the white king only, as in the next two.
    void (*add_straight_moves)(const TileLine& line, RankSpan ranks);
    /// A bishop, or a queen along diagonals.
    void (*add_diagonal_moves)(const TileLine& line, RankSpan ranks);
    /// A knight.
    void (*add_knight_moves)(const TileLine& line, RankSpan ranks);
    /// Turns the board with both kings: see `turned`.
    void (*turn)(const Tile& source, BoardTurn turn, Tile& target);
    /// Moves from `open` to `settled` what is not in `escapes`. Whether there was any.
    bool (*settle_outside)(const Tile& escapes, Tile& open, Tile& settled);
    /// Moves from `open` to `settled` what is in `reached`. Whether there was any.
    bool (*settle_inside)(const Tile& reached, Tile& open, Tile& settled);
    /// The whole fixed point of a table of kings and pawns. `not_won`: attacker to move, legal, and not won
    /// by leaving the table; `not_lost`: defender to move, legal, and without an escape from the table. Both
    /// lose what is settled. Returns in how many rounds something was won.
    unsigned (*solve_kings)(Color attacker, Tile& not_won, Tile& not_lost);
};

/// For every processor.
extern const TileKernels portable_tile_kernels;

#ifdef __x86_64__
/// For x86-64 processors with AVX2.
extern const TileKernels avx2_tile_kernels;
/// For x86-64 processors with AVX-512.
extern const TileKernels avx512_tile_kernels;
#endif

/// The fastest kernels that this machine can run. The environment variable PHILIDOR_KERNELS=portable
/// asks for the portable ones, to compare.
[[nodiscard]] const TileKernels& tile_kernels();

}  // namespace philidor::detail
