/// @file
/// The moves among the tiles of one table, and what the rules say about each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "philidor/base/detail/thread_team.hpp"
#include "philidor/base/detail/zeroed_array.hpp"
#include "philidor/builder/detail/conversions.hpp"
#include "philidor/builder/detail/question.hpp"
#include "philidor/builder/detail/tile_kernels.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor::detail {

/// A flag for each tile. Bytes, since threads write them side by side.
using Flags = std::vector<std::uint8_t>;

/// A set of king placements for each tile.
using Tiles = ZeroedArray<Tile>;

/// What is known about a question before the first round, tile by tile.
struct StartTiles {
    Tiles wins;     ///< attacker to move: a move that leaves the table wins
    Tiles escapes;  ///< defender to move: stalemated, or a move that leaves the table is not lost
    Tiles mates;    ///< defender to move: mated
};

/// Quiet moves that are to be followed backwards, from the positions after them to those before them.
struct QuietMoves {
    const Tiles& sources;  ///< the positions after the moves
    const Flags& filled;   ///< the tiles of the sources that are not empty
    const Flags& wanted;   ///< the tiles of the targets that are asked for
    Tiles& targets;        ///< gets the positions before the moves
};

/// What the rules say about a table: which positions are legal, and how quiet moves lead from tile to tile.
/// Placements that are images of each other share a tile, as in the finished table.
class TileSystem {
  public:
    /// Uses this many threads, unless the table is too small to be shared.
    TileSystem(const MaterialKey& key, unsigned threads);

    /// How many tiles there are.
    [[nodiscard]] std::size_t tile_count() const { return layout_->tile_count(); }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return *layout_; }

    /// The same, to be shared with the answers about the key.
    [[nodiscard]] const std::shared_ptr<const TileLayout>& shared_layout() const { return layout_; }

    /// By side to move: the legal positions.
    [[nodiscard]] const Tiles& legal(Color side) const { return legal_[side]; }

    /// Finds what leaving the table is worth, and who is mated or stalemated.
    [[nodiscard]] StartTiles find_start(Question question, const Conversions& conversions) const;

    /// Calls `work(i)` for every number up to `count`, on several threads if the table is large.
    template <class Work>
    void for_each(std::size_t count, const Work& work) const {
        if (!team_) {
            for (std::size_t i = 0; i < count; ++i) work(i);
            return;
        }
        team_->run(count, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) work(i);
        });
    }

    /// Calls `work(tile)` for every tile, likewise.
    template <class Work>
    void for_each_tile(const Work& work) const {
        for_each(tile_count(), work);
    }

    /// Adds to the targets the positions from which a quiet move of `mover` leads to a position of the
    /// sources.
    void add_quiet_moves(Color mover, const QuietMoves& moves) const;

    /// Marks the tiles from which one of `mover`'s moves leads to a marked tile.
    [[nodiscard]] Flags within_reach(Color mover, const Flags& marked) const;

  private:
    /// A line of tiles: one piece goes to every square, the others stay.
    struct Line {
        std::array<std::uint32_t, 64> tiles;  ///< by square of that piece
        std::array<BoardTurn, 64> turns;      ///< lead to the placements that the tiles belong to
        Bitboard turned;                      ///< the squares with a turn
    };

    /// All lines of one kind of piece of one side.
    struct PieceLines {
        PieceKind kind;
        std::vector<Line> lines;
    };

    /// The pieces of a tile.
    struct PlacedPieces {
        std::array<PlacedPiece, most_layout_pieces> pieces;
        std::size_t count = 0;
        bool overlap = false;  ///< two of them stand on one square
        [[nodiscard]] std::span<const PlacedPiece> all() const { return {pieces.data(), count}; }
    };

    void place_pieces();
    [[nodiscard]] ByColor<Bitboard> pawns() const;
    void find_lines();
    /// Where a piece could stand as well.
    [[nodiscard]] Bitboard free_squares(std::size_t piece, const PlacedPieces& placed) const;
    [[nodiscard]] Line line_of(std::size_t piece, std::size_t first) const;
    void find_legal();
    void add_piece_moves(Color mover, const QuietMoves& moves) const;
    void add_line_moves(PieceKind kind, const Line& line, RankSpan ranks, const QuietMoves& moves) const;

    MaterialKey key_;
    std::shared_ptr<const TileLayout> layout_;
    std::unique_ptr<ThreadTeam> team_;  ///< null if one thread does everything
    std::vector<PlacedPieces> placed_;  ///< by tile
    const TileKernels& kernels_ = tile_kernels();
    ByColor<std::vector<PieceLines>> lines_;
    ByColor<Tiles> legal_;
    ByColor<Tiles> in_check_;
};

}  // namespace philidor::detail
