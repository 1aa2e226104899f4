/// @file
/// A number for every position of a key.
#pragma once

#include <cstdint>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/index/index_error.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/index/tile_place.hpp"
#include "philidor/material/canonical_key.hpp"

namespace philidor {

/// The number of a position among those of its key.
enum class PositionIndex : std::uint64_t {};

/// The index as a number.
[[nodiscard]] constexpr std::uint64_t number_of(PositionIndex index) {
    return static_cast<std::uint64_t>(index);
}

/// The index with this number; the only way in from a number.
[[nodiscard]] constexpr PositionIndex position_index_at(std::uint64_t number) {
    return static_cast<PositionIndex>(number);
}

/// Numbers the positions of a key, those without en passant rights and castling rights:
///
///     index = ((side to move * tiles + tile) * 64 + white king) * 64 + black king
///
/// with the tiles of a `TileLayout` that turns the board where it may. The indices of two men on one square
/// and of illegal positions belong to nobody; every other index has one board, `board_at`, and that board has
/// this index.
///
/// Positions that are worth the same share an index as far as that is cheap:
/// - A board of another name of the key is first seen through the symmetry that leads to the canonical one.
/// So a
///   position and its image with the sides swapped share an index, unless the image has the same key.
/// - If it has, the key is symmetric and has White to move only: a board with Black to move is swapped.
/// - Boards that can be turned into each other share an index if the layout has an anchor, that is, a piece
/// without
///   its like, and the turn moves it. Where the anchor stands on the axis of a turn, or where there is no
///   anchor, as in KvK or KRRvK, positions that are images of each other keep indices of their own.
class PositionIndexer {
  public:
    /// The indexer of a key of at most `most_layout_pieces` pieces.
    [[nodiscard]] static Result<PositionIndexer, IndexError> make(const CanonicalKey& key);

    /// Whose positions it numbers.
    [[nodiscard]] const CanonicalKey& key() const { return key_; }

    /// Where the tiles are.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// The number of indices; all of them are smaller.
    [[nodiscard]] std::uint64_t size() const;

    /// The index of an ending whose canonical key is this key. An en passant square is ignored.
    [[nodiscard]] Result<PositionIndex, IndexError> index_of(const Ending& ending) const;

    /// The board of an index.
    [[nodiscard]] Result<Board, IndexError> board_at(PositionIndex index) const;

    /// The board at a place, with any side to move; the tile is one of the layout's.
    [[nodiscard]] Result<Board, IndexError> board_at(const TilePlace& place) const;

  private:
    explicit PositionIndexer(const CanonicalKey& key);

    CanonicalKey key_;
    TileLayout layout_;
    bool is_symmetric_;
};

}  // namespace philidor
