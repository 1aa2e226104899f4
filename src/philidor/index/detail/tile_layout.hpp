/// @file
/// Which tile belongs to which placement of the pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The most pieces, without kings and pawns, that a layout can have. More would need more tiles than any
/// machine holds.
inline constexpr std::size_t most_layout_pieces = 6;

/// A square for each piece of a key, in the order of `MaterialKey::pieces()`; the rest is unused.
using Placement = std::array<Square, most_layout_pieces>;

/// Numbers the placements of a key's pieces, without kings and pawns: each has a tile. Placements that differ
/// only by swapping like pieces are counted once, bishops stand only on squares of their colour, and no piece
/// stands on a pawn's square. Two different pieces may be placed on one square; such tiles exist and are
/// empty.
///
/// If the pawns allow it, the board may be turned so that one piece, the anchor, stands in a certain part of
/// the board. For keys without pawns this saves most of the tiles.
class TileLayout {
  public:
    /// Whether placements that are images of each other share a tile.
    enum class Turns : std::uint8_t { unused, used };

    /// The tile of a placement. `turn` leads from the placement to the one that the tile belongs to.
    struct Place {
        std::size_t tile = 0;  ///< the number of the tile
        BoardTurn turn;        ///< leads to the placement of the tile
    };

    /// The layout of a key, which must have at most `most_layout_pieces` pieces.
    TileLayout(const MaterialKey& key, Turns turns);

    /// The pieces, in the order of a placement.
    [[nodiscard]] const std::vector<KeyPiece>& pieces() const { return pieces_; }

    /// The number of tiles.
    [[nodiscard]] std::size_t tile_count() const { return tile_count_; }

    /// The squares that this piece takes in the placements of the tiles.
    [[nodiscard]] Bitboard squares_of(std::size_t piece) const;

    /// The piece that decides how the board is turned, if any.
    [[nodiscard]] std::optional<std::size_t> anchor() const;

    /// How the board is turned if that piece stands on this square.
    [[nodiscard]] BoardTurn anchor_turn(Square square) const { return anchor_turns_[square]; }

    /// The tile of a placement. No two like pieces may share a square, bishops must stand on squares of their
    /// colour, and no piece on a pawn's square.
    [[nodiscard]] Place locate(const Placement& placement) const;

    /// The placement that a tile belongs to.
    [[nodiscard]] Placement placement_of(std::size_t tile) const;

  private:
    /// Like pieces: a choice of `count` out of `squares`, numbered 0 to `choices` - 1.
    struct Group {
        std::size_t first = 0;  ///< the index of its first piece
        std::size_t count = 0;
        std::size_t choices = 0;
        std::size_t stride = 0;  ///< from one choice to the next, in tiles
        std::vector<Square> squares;
        BySquare<std::uint8_t> places{};  ///< the position of each square among `squares`
    };

    void add_group(std::size_t first, std::size_t count, Bitboard squares);
    void choose_turns(const MaterialKey& key);
    [[nodiscard]] static std::size_t choice_of(const Group& group, const Placement& placement);
    static void place_choice(const Group& group, std::size_t choice, Placement& placement);

    std::vector<KeyPiece> pieces_;
    std::vector<Group> groups_;
    std::size_t tile_count_ = 1;
    std::size_t anchor_;                ///< the piece that decides how the board is turned, if any
    BySquare<BoardTurn> anchor_turns_;  ///< for each square of the anchor
};

/// The layout of a key, with turns used, to be shared by all who work on the key. Keys without pieces have
/// one layout in common.
[[nodiscard]] std::shared_ptr<const TileLayout> shared_layout_of(const MaterialKey& key);

}  // namespace philidor
