/// @file
/// Which tile belongs to which placement of the pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/index/tile_symmetry.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

/// The most pieces, kings and pawns apart, that a layout can have. More would be more tiles than any machine
/// holds.
inline constexpr std::size_t most_layout_pieces = 6;

/// A square for each piece of a key, in the order of `MaterialKey::pieces()`; the rest is unused.
using Placement = std::array<Square, most_layout_pieces>;

/// Numbers the placements of a key's pieces, kings and pawns apart: a tile for each. Like pieces are not
/// counted twice, bishops get the squares of their colour, and nobody gets the square of a pawn. Two pieces
/// that are not alike may come to stand on one square; such tiles exist and are empty.
///
/// Where the pawns allow it, the board may be turned so that one piece, the anchor, stands in one part of
/// the board. For keys without pawns this saves most of the tiles.
class TileLayout {
  public:
    /// Whether placements that are images of each other share a tile.
    enum class Turns : std::uint8_t { unused, used };

    /// Where the tile of a placement is: `turn` leads from the placement to the one that the tile belongs to.
    struct Place {
        std::size_t tile = 0;
        BoardTurn turn;
    };

    /// The layout of a key of at most `most_layout_pieces` pieces.
    TileLayout(const MaterialKey& key, Turns turns);

    /// The pieces, in the order of a placement.
    [[nodiscard]] const std::vector<KeyPiece>& pieces() const { return pieces_; }

    /// How many tiles there are.
    [[nodiscard]] std::size_t tile_count() const { return tile_count_; }

    /// The squares that a piece has in the placements that tiles belong to.
    [[nodiscard]] Bitboard squares_of(std::size_t piece) const;

    /// The tile of a placement. No two like pieces stand on one square, bishops stand on their colour, and
    /// nobody on a pawn.
    [[nodiscard]] Place locate(const Placement& placement) const;

    /// The placement that a tile belongs to.
    [[nodiscard]] Placement placement_of(std::size_t tile) const;

  private:
    /// Like pieces: a choice of `count` of `squares`, numbered 0 to `choices` - 1.
    struct Group {
        std::size_t first = 0;  ///< the first of its pieces
        std::size_t count = 0;
        std::size_t choices = 0;
        std::size_t stride = 0;  ///< from one choice to the next, in tiles
        std::vector<Square> squares;
        BySquare<std::uint8_t> places{};  ///< of each square among `squares`
    };

    void add_group(std::size_t first, std::size_t count, Bitboard squares);
    void choose_turns(const MaterialKey& key);
    [[nodiscard]] static std::size_t choice_of(const Group& group, const Placement& placement);
    static void place_choice(const Group& group, std::size_t choice, Placement& placement);

    std::vector<KeyPiece> pieces_;
    std::vector<Group> groups_;
    std::size_t tile_count_ = 1;
    std::size_t anchor_;                ///< the piece that decides how the board is turned, or none
    BySquare<BoardTurn> anchor_turns_;  ///< for each square of the anchor
};

}  // namespace philidor
