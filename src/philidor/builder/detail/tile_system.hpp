/// @file
/// The moves among the tiles of one table, and where they start from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "philidor/base/parallel.hpp"
#include "philidor/builder/child_table.hpp"
#include "philidor/builder/conversions.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/index/legal_tiles.hpp"
#include "philidor/index/tile.hpp"
#include "philidor/index/tile_layout.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"

namespace philidor::detail {

/// A flag for each tile. Bytes, since threads write them side by side.
using Flags = std::vector<std::uint8_t>;

/// What the solvers know of a table before the first round: which positions are legal, what leaving the table
/// is worth, and how quiet moves lead from tile to tile. All placements have a tile here, images of each
/// other too.
class TileSystem {
  public:
    /// Reads what the children say. Uses several threads for tables that are large enough.
    TileSystem(const CanonicalKey& key, const TableLookup& lookup, unsigned threads);

    /// How many tiles there are.
    [[nodiscard]] std::size_t tile_count() const { return layout_.tile_count(); }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// Whether every child is there and exact.
    [[nodiscard]] bool is_exact() const { return conversions_.are_exact(); }

    /// By side to move: the legal positions.
    [[nodiscard]] const std::vector<Tile>& legal(Color side) const { return legal_[side]; }

    /// By side to move: the positions in which it is mated. Not kept, but found on demand.
    [[nodiscard]] std::vector<Tile> find_mates(Color side) const;

    /// By side to move: the positions with a move that leaves the table and wins.
    [[nodiscard]] const std::vector<Tile>& wins(Certainty certainty, Color side) const {
        return wins_[certainty][side];
    }

    /// By side to move: the positions that it does not lose at once, since it is stalemated or has a move
    /// that leaves the table for a position that the other side does not win.
    [[nodiscard]] const std::vector<Tile>& escapes(Certainty certainty, Color side) const {
        return escapes_[certainty][side];
    }

    /// Calls `work(tile)` for every tile, on several threads if the table is large.
    template <class Work>
    void for_each_tile(const Work& work) const {
        parallel_for(tile_count(), threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t tile = begin; tile < end; ++tile) work(tile);
        });
    }

    /// Adds to the `wanted` tiles of `targets` the positions from which a quiet move of `mover` leads to a
    /// position of the `filled` tiles of `sources`.
    void add_quiet_moves(Color mover,
                         const std::vector<Tile>& sources,
                         const Flags& filled,
                         const Flags& wanted,
                         std::vector<Tile>& targets) const;

    /// Marks the tiles from which one of `mover`'s moves leads to a marked tile.
    [[nodiscard]] Flags within_reach(Color mover, const Flags& marked) const;

  private:
    /// A line of tiles: one piece goes to every square, the others stay. By square of that piece.
    using LineOfTiles = std::array<std::uint32_t, 64>;

    /// All lines of one kind of piece of one side.
    struct PieceLines {
        PieceKind kind;
        std::vector<LineOfTiles> lines;
    };

    /// The pieces of a tile.
    struct PlacedPieces {
        std::array<PlacedPiece, most_layout_pieces> pieces;
        std::size_t count = 0;
        bool overlap = false;  ///< two of them stand on one square
        [[nodiscard]] std::span<const PlacedPiece> all() const { return {pieces.data(), count}; }
    };

    [[nodiscard]] PlacedPieces pieces_of(const Placement& placement) const;
    [[nodiscard]] ByColor<Bitboard> pawns() const;
    void find_lines();
    void find_starting_tiles();
    void find_starting_tile(std::size_t tile, ByColor<std::vector<Tile>>& stuck);
    void find_stalemates(Color color, std::vector<Tile>& stuck);
    void add_line(PieceKind kind,
                  const LineOfTiles& tiles,
                  const std::vector<Tile>& sources,
                  const Flags& filled,
                  const Flags& wanted,
                  std::vector<Tile>& targets) const;

    CanonicalKey key_;
    TileLayout layout_;
    Conversions conversions_;
    unsigned threads_;
    const TileKernels& kernels_ = tile_kernels();
    ByColor<std::vector<PieceLines>> lines_;
    ByColor<std::vector<Tile>> legal_;
    ByCertainty<ByColor<std::vector<Tile>>> wins_;
    ByCertainty<ByColor<std::vector<Tile>>> escapes_;
};

}  // namespace philidor::detail
