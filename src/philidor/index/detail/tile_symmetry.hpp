/// @file
/// The images of tiles under symmetries of the board.
#pragma once

#include <array>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/tile.hpp"

namespace philidor {

/// One of the eight symmetries of an empty board; colours stay the same. For positions without pawns, which
/// have more symmetries than the four of `Symmetry`.
class BoardTurn {
  public:
    /// Leaves the board as it is.
    constexpr BoardTurn() = default;

    /// First swaps ranks and files (a2 <-> b1) if `transposes`, then flips the ranks and mirrors the files.
    constexpr BoardTurn(bool flips_ranks, bool mirrors_files, bool transposes)
        : flips_ranks_(flips_ranks), mirrors_files_(mirrors_files), transposes_(transposes) {}

    /// The image of a square.
    [[nodiscard]] constexpr Square operator()(Square square) const {
        unsigned index = index_of(square);
        if (transposes_) index = (index >> 3U) | (index & 7U) << 3U;
        return square_at(index ^ (flips_ranks_ ? 56U : 0U) ^ (mirrors_files_ ? 7U : 0U));
    }

    /// The inverse turn.
    [[nodiscard]] constexpr BoardTurn inverse() const {
        return transposes_ ? BoardTurn(mirrors_files_, flips_ranks_, true) : *this;
    }

    /// Whether it swaps light and dark squares.
    [[nodiscard]] constexpr bool exchanges_square_colors() const { return flips_ranks_ != mirrors_files_; }

    /// Whether it leaves the board as it is.
    [[nodiscard]] constexpr bool is_identity() const {
        return !flips_ranks_ && !mirrors_files_ && !transposes_;
    }

    /// Whether it flips the ranks, as a last step.
    [[nodiscard]] constexpr bool flips_ranks() const { return flips_ranks_; }
    /// Whether it mirrors the files, as a last step.
    [[nodiscard]] constexpr bool mirrors_files() const { return mirrors_files_; }
    /// Whether it swaps ranks and files, as a first step.
    [[nodiscard]] constexpr bool transposes() const { return transposes_; }

    /// Whether both are the same turn.
    friend constexpr bool operator==(BoardTurn, BoardTurn) = default;

  private:
    bool flips_ranks_ = false;
    bool mirrors_files_ = false;
    bool transposes_ = false;
};

/// The set with files and ranks swapped: a2 <-> b1.
[[nodiscard]] PHILIDOR_INLINE std::uint64_t with_files_and_ranks_exchanged(std::uint64_t set) {
    // Swaps the off-diagonal quarters of ever smaller squares: 4x4, 2x2, 1x1.
    std::uint64_t difference = (set ^ set >> 28U) & 0x00000000F0F0F0F0;
    set ^= difference ^ difference << 28U;
    difference = (set ^ set >> 14U) & 0x0000CCCC0000CCCC;
    set ^= difference ^ difference << 14U;
    difference = (set ^ set >> 7U) & 0x00AA00AA00AA00AA;
    return set ^ difference ^ difference << 7U;
}

/// Writes the tile with both kings turned along with the board to `result`. Inline, so that the solver's
/// loops have it compiled for their processor.
PHILIDOR_INLINE void turn_into(const Tile& tile, BoardTurn turn, Tile& result) {
    Tile sets = tile;  // first the black king in every row, then the rows
    if (turn.transposes()) {
        for (std::uint64_t& set : sets.rows) set = with_files_and_ranks_exchanged(set);
    }
    if (turn.flips_ranks()) {
        for (std::uint64_t& set : sets.rows) set = Bitboard::from_bits(set).flipped_ranks().bits();
    }
    if (turn.mirrors_files()) {
        for (std::uint64_t& set : sets.rows) set = Bitboard::from_bits(set).mirrored_files().bits();
    }
    for (unsigned index = 0; index < square_count; ++index) {
        result.rows[index_of(turn(square_at(index)))] = sets.rows[index];
    }
}

/// The tile with both kings turned along with the board.
[[nodiscard]] Tile turned(const Tile& tile, BoardTurn turn);

/// The tile with the two kings swapped.
[[nodiscard]] Tile with_kings_exchanged(const Tile& tile);

/// The image of a tile under a symmetry of chess with pawns.
[[nodiscard]] Tile image(const Tile& tile, Symmetry symmetry);

}  // namespace philidor
