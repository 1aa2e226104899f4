/// @file
/// The answer to one question about one key.
#pragma once

#include <cstddef>

#include "philidor/base/zeroed_array.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The answer to a question for one placement of the pieces.
struct AnswerTiles {
    Tile lost;     ///< defender to move: legal, and the attacker wins
    Tile not_won;  ///< attacker to move: legal, and it does not win
    Tile legal;    ///< attacker to move: legal
};

/// The positions of a key that one side wins, proved or possible: the answer to a `Question`. The key need
/// not be canonical, so that work on one question and one pawn structure never has to turn the board.
class WinTable {
  public:
    /// A table to be filled.
    explicit WinTable(const MaterialKey& key)
        : key_(key), layout_(key, TileLayout::Turns::used), tiles_(layout_.tile_count()) {}

    /// What it is the table of.
    [[nodiscard]] const MaterialKey& key() const { return key_; }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// The answer for one tile.
    [[nodiscard]] const AnswerTiles& tile(std::size_t tile) const { return tiles_[tile]; }

    /// The answer for one tile, to be filled in.
    [[nodiscard]] AnswerTiles& tile(std::size_t tile) { return tiles_[tile]; }

    /// How much memory its values take.
    [[nodiscard]] std::size_t byte_count() const { return tiles_.size() * sizeof(AnswerTiles); }

  private:
    MaterialKey key_;
    TileLayout layout_;
    ZeroedArray<AnswerTiles> tiles_;
};

}  // namespace philidor
