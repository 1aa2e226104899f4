/// @file
/// How many plies the wins of one key take.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/base/detail/zeroed_array.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

/// The distances of one tile for one side to move, indexed by 64 * white king + black king; 0 for draws.
using TileDistances = std::array<std::uint16_t, square_count * square_count>;

/// Tables of distances to mate have the same form; `MateDistance` says what their numbers mean. Otherwise:
/// the distance to zeroing (DTZ) of every won or lost position of one key: the number of plies to the next
/// capture, pawn move or mate. The winner hurries, among the moves that keep the win, and the loser delays.
/// The distance is 1 if the side to move can win by such a move, if all its moves are such moves, or if it is
/// already mated.
class DistanceTable {
  public:
    /// A table without any distances yet.
    explicit DistanceTable(const TableKey& key);

    /// The key of the table.
    [[nodiscard]] const TableKey& key() const { return key_; }

    /// The layout of the tiles: the same as in the `Table` of this key.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// The memory that the distances take, in bytes.
    [[nodiscard]] std::size_t byte_count() const { return 2 * layout_.tile_count() * sizeof(TileDistances); }

    /// The distances of a tile.
    [[nodiscard]] const TileDistances& tile(std::size_t tile, Color side_to_move) const {
        return tiles_[side_to_move][tile];
    }

    /// The distances of a tile, for writing.
    [[nodiscard]] TileDistances& tile(std::size_t tile, Color side_to_move) {
        return tiles_[side_to_move][tile];
    }

    /// The distance of a board that this table serves, as for `Table::value_of`; 0 for a draw.
    [[nodiscard]] unsigned distance_of(const Board& board) const;

  private:
    TableKey key_;
    TileLayout layout_;
    ByColor<ZeroedArray<TileDistances>> tiles_;
};

}  // namespace philidor
