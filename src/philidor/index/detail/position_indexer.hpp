/// @file
/// Numbers the positions of a key.
#pragma once

#include <cstdint>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/index/detail/index_error.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/table_key.hpp"

namespace philidor {

/// The number of a position among those of its key.
enum class PositionIndex : std::uint64_t {};

/// The index as a number.
[[nodiscard]] constexpr std::uint64_t number_of(PositionIndex index) {
    return static_cast<std::uint64_t>(index);
}

/// The index with this number. This is the only conversion from a number.
[[nodiscard]] constexpr PositionIndex position_index_at(std::uint64_t number) {
    return static_cast<PositionIndex>(number);
}

/// Numbers the positions of a key, without en passant and castling rights:
///
///     index = ((side to move * tiles + tile) * 64 + white king) * 64 + black king
///
/// where the tiles are those of a `TileLayout` that turns the board if it may. The indices of positions that
/// are illegal, or have two men on one square, are unused. Every other index belongs to exactly one board,
/// `board_at`, and that board has this index.
///
/// Positions of equal value share an index as far as that is cheap:
/// - A board of another name of the key is first mapped by the symmetry that leads to the table's name. So
///   a position and its images, swapped or mirrored, share an index, unless an image has the same key.
/// - If it has, or if the mirror image of that has, the key is stored with White to move only: a board with
///   Black to move is swapped.
/// - Boards that can be turned into each other share an index if the layout has an anchor, that is, the only
///   piece of its kind, and the turn moves it. If the anchor stands on the axis of the turn, or if there is
///   no anchor, as in KvK or KRRvK, positions that are images of each other have separate indices.
class PositionIndexer {
  public:
    /// The indexer of a key. It is an error if the key has more than `most_layout_pieces` pieces.
    [[nodiscard]] static Result<PositionIndexer, IndexError> make(const TableKey& key);

    /// The key whose positions it numbers.
    [[nodiscard]] const TableKey& key() const { return key_; }

    /// The layout of the tiles.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// The number of indices. Every index is less than this.
    [[nodiscard]] std::uint64_t size() const;

    /// The index of an ending that this table serves. An en passant square is ignored.
    [[nodiscard]] Result<PositionIndex, IndexError> index_of(const Ending& ending) const;

    /// The board of an index.
    [[nodiscard]] Result<Board, IndexError> board_at(PositionIndex index) const;

    /// The board at a place, with either side to move. The tile must be one of the layout's.
    [[nodiscard]] Result<Board, IndexError> board_at(const TilePlace& place) const;

  private:
    explicit PositionIndexer(const TableKey& key);

    TableKey key_;
    TileLayout layout_;
    std::optional<Symmetry> own_swap_;  ///< if so, only White is to move
};

}  // namespace philidor
