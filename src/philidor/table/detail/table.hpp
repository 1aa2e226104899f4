/// @file
/// The values of all positions of one key, in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "philidor/base/detail/zeroed_array.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/index/detail/tile_place.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What is said of a win: that it is proved, or that it is not refuted. In an exact table these are the same.
enum class Certainty : std::uint8_t { proved, possible };

/// Both, for range-for.
inline constexpr std::array all_certainties{Certainty::proved, Certainty::possible};

/// One value for each certainty.
template <class T>
using ByCertainty = IndexedArray<Certainty, T, 2>;

/// The wins of both sides among the positions of one tile, for one side to move.
struct WinTiles {
    ByColor<Tile> wins;  ///< by winner; for illegal positions see `Table::raw_wins`
};

/// The wins of one tile, by certainty and side to move.
using TileValues = ByCertainty<ByColor<WinTiles>>;

/// The value of a place, from the stored wins of its tile with its side to move. In an exact table both
/// certainties are the same. Empty for an illegal position.
[[nodiscard]] std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                                const TilePlace& place);

/// The values of all positions of one key. For every tile and either side to move it holds the positions that
/// White wins and those that Black wins; the rest is drawn. Where not all is known it holds the proved wins
/// and the possible ones. A Table does not change once it is made, so threads may share it.
class Table {
  public:
    /// A table to be filled, tile by tile: first with `set_legal`, then with `set_won`. If it is exact there
    /// is no difference between proved and possible wins.
    Table(const CanonicalKey& key, bool is_exact);

    /// What it is the table of.
    [[nodiscard]] const CanonicalKey& key() const { return key_; }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// Whether every value is known.
    [[nodiscard]] bool is_exact() const { return is_exact_; }

    /// How much memory its values take.
    [[nodiscard]] std::size_t byte_count() const { return tiles_.size() * sizeof(WinTiles); }

    /// The legal positions of a tile.
    [[nodiscard]] Tile legal(std::size_t tile, Color side_to_move) const;

    /// The legal positions of a tile that one side wins.
    [[nodiscard]] Tile won(Certainty certainty, std::size_t tile, Color side_to_move, Color winner) const;

    /// Reads both at once, which is faster.
    void read(Certainty certainty, std::size_t tile, Color side_to_move, Color winner, Tile& won, Tile& legal)
        const;

    /// Says which positions of a tile are legal. Neither side wins any of them until `set_won` says so.
    void set_legal(std::size_t tile, Color side_to_move, const Tile& legal);

    /// Says which of the legal positions of a tile one side wins; no position is won by both.
    void set_won(Certainty certainty, std::size_t tile, Color side_to_move, Color winner, const Tile& won);

    /// The wins of one tile as they are stored, for the codecs and for checks: an illegal position is marked
    /// as won by both sides among the proved wins, and by neither among the possible ones of a table that is
    /// not exact.
    [[nodiscard]] const WinTiles& raw_wins(Certainty certainty, std::size_t tile, Color side_to_move) const {
        return tiles_[place_of(certainty, tile, side_to_move)];
    }

    /// The same, to be filled in.
    [[nodiscard]] WinTiles& raw_wins(Certainty certainty, std::size_t tile, Color side_to_move) {
        return tiles_[place_of(certainty, tile, side_to_move)];
    }

    /// The value of a board of exactly this key: it is canonical, and neither side may castle. An en passant
    /// square is ignored. Empty for a position that is illegal.
    [[nodiscard]] std::optional<WdlBounds> value_of(const Board& board) const;

  private:
    [[nodiscard]] std::size_t place_of(Certainty certainty, std::size_t tile, Color side_to_move) const {
        const std::size_t copies = is_exact_ ? 1 : 2;
        const std::size_t copy = is_exact_ ? 0 : static_cast<std::size_t>(certainty);
        return (tile * copies + copy) * 2 + static_cast<std::size_t>(side_to_move);
    }

    CanonicalKey key_;
    TileLayout layout_;
    bool is_exact_;
    ZeroedArray<WinTiles> tiles_;
};

}  // namespace philidor
