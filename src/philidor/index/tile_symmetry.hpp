/// @file
/// Tiles seen through a symmetry of the board.
#pragma once

#include <array>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/index/tile.hpp"

namespace philidor {

/// One of the eight ways to turn an empty board, without exchanging colours. For positions without pawns,
/// where `Symmetry` is too few.
class BoardTurn {
  public:
    /// Leaves the board as it is.
    constexpr BoardTurn() = default;

    /// First exchanges ranks and files (a2 <-> b1) if `transposes`, then flips ranks and mirrors files.
    constexpr BoardTurn(bool flips_ranks, bool mirrors_files, bool transposes)
        : flips_ranks_(flips_ranks), mirrors_files_(mirrors_files), transposes_(transposes) {}

    /// The image of a square.
    [[nodiscard]] constexpr Square operator()(Square square) const {
        unsigned index = index_of(square);
        if (transposes_) index = (index >> 3U) | (index & 7U) << 3U;
        return square_at(index ^ (flips_ranks_ ? 56U : 0U) ^ (mirrors_files_ ? 7U : 0U));
    }

    /// The turn that leads back.
    [[nodiscard]] constexpr BoardTurn inverse() const {
        return transposes_ ? BoardTurn(mirrors_files_, flips_ranks_, true) : *this;
    }

    /// Whether it exchanges light and dark squares.
    [[nodiscard]] constexpr bool exchanges_square_colors() const { return flips_ranks_ != mirrors_files_; }

    /// Whether it leaves the board as it is.
    [[nodiscard]] constexpr bool is_identity() const {
        return !flips_ranks_ && !mirrors_files_ && !transposes_;
    }

    /// Whether it turns ranks upside down, in the end.
    [[nodiscard]] constexpr bool flips_ranks() const { return flips_ranks_; }
    /// Whether it mirrors files, in the end.
    [[nodiscard]] constexpr bool mirrors_files() const { return mirrors_files_; }
    /// Whether it exchanges ranks and files, at first.
    [[nodiscard]] constexpr bool transposes() const { return transposes_; }

    /// The same turn.
    friend constexpr bool operator==(BoardTurn, BoardTurn) = default;

  private:
    bool flips_ranks_ = false;
    bool mirrors_files_ = false;
    bool transposes_ = false;
};

/// Exchanges files and ranks of a set: a2 <-> b1.
[[nodiscard]] PHILIDOR_INLINE std::uint64_t with_files_and_ranks_exchanged(std::uint64_t set) {
    // Swaps the off-diagonal quarters of ever smaller squares: 4x4, 2x2, 1x1.
    std::uint64_t difference = (set ^ set >> 28U) & 0x00000000F0F0F0F0;
    set ^= difference ^ difference << 28U;
    difference = (set ^ set >> 14U) & 0x0000CCCC0000CCCC;
    set ^= difference ^ difference << 14U;
    difference = (set ^ set >> 7U) & 0x00AA00AA00AA00AA;
    return set ^ difference ^ difference << 7U;
}

/// Writes to `result` the tile with both kings moved along with the board. Inline, so that the solver's loops
/// get it compiled for their processor.
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

/// The tile with both kings moved along with the board.
[[nodiscard]] Tile turned(const Tile& tile, BoardTurn turn);

/// The tile with the two kings exchanged: what was White's is Black's.
[[nodiscard]] Tile with_kings_exchanged(const Tile& tile);

/// The tile seen through a symmetry of chess with pawns.
[[nodiscard]] Tile image(const Tile& tile, Symmetry symmetry);

}  // namespace philidor
