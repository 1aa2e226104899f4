/// @file
/// How many plies the wins of one key take until they show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "philidor/base/zeroed_array.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/material/canonical_key.hpp"

namespace philidor {

/// The distances of one tile for one side to move, by 64 * white king + black king; 0 where nobody wins.
using TileDistances = std::array<std::uint16_t, square_count * square_count>;

/// The distance to zeroing (DTZ) of every decided position of one key, in plies: until a capture, a pawn move
/// or mate, the winner hurrying among the moves that keep the win and the loser delaying. A side that can win
/// by such a move has 1, and so have a side whose every move is one and a side that is mated already.
class DistanceTable {
  public:
    /// A table without any distance, to be filled.
    explicit DistanceTable(const CanonicalKey& key);

    /// What it is the table of.
    [[nodiscard]] const CanonicalKey& key() const { return key_; }

    /// Where the tile of a placement is: as in the `Table` of the same key.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// How much memory its distances take.
    [[nodiscard]] std::size_t byte_count() const { return 2 * layout_.tile_count() * sizeof(TileDistances); }

    /// The distances of a tile.
    [[nodiscard]] const TileDistances& tile(std::size_t tile, Color side_to_move) const {
        return tiles_[side_to_move][tile];
    }

    /// The distances of a tile, to be filled in.
    [[nodiscard]] TileDistances& tile(std::size_t tile, Color side_to_move) {
        return tiles_[side_to_move][tile];
    }

    /// The distance of a board of exactly this key, as `Table::value_of` takes it; 0 for a draw.
    [[nodiscard]] unsigned distance_of(const Board& board) const;

  private:
    CanonicalKey key_;
    TileLayout layout_;
    ByColor<ZeroedArray<TileDistances>> tiles_;
};

}  // namespace philidor
