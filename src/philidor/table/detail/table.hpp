/// @file
/// The values of all positions of one key, in memory.
#pragma once

#include <algorithm>
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
#include "philidor/material/table_key.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What is said of a win: that it is proved, or that it is not refuted. In an exact table these are the same.
enum class Certainty : std::uint8_t { proved, possible };

/// Both, for range-for.
inline constexpr std::array all_certainties{Certainty::proved, Certainty::possible};

/// One value for each certainty.
template <class T>
using ByCertainty = IndexedArray<Certainty, T, 2>;

/// Wins are found in rounds of two plies. A win that shows after `n` rounds takes at most `2 n + 1` plies to
/// the next capture, pawn move or mate, a loss at most `2 n + 2`. If all take fewer rounds than this, and so
/// it is in all tables that follow, the 50-move rule makes no difference. As a number of rounds it stands for
/// any number that is too large.
inline constexpr unsigned most_rounds_under_rule = fifty_move_plies / 2;

/// Which wins are meant. A certainty alone means those without the 50-move rule.
struct WinKind {
    Certainty certainty;
    Rule rule;

    /// Converts, since most code knows nothing of the rule.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr WinKind(Certainty c, Rule r = Rule::none) : certainty(c), rule(r) {}
};

/// The wins of both sides among the positions of one tile, for one side to move.
struct WinTiles {
    ByColor<Tile> wins;  ///< by winner; for illegal positions see `Table::raw_wins`
};

/// The wins of one tile, by certainty and side to move.
using LayerValues = ByCertainty<ByColor<WinTiles>>;

/// All wins of one tile: without the 50-move rule and, if the table has such a layer, with it.
using TileValues = IndexedArray<Rule, LayerValues, 2>;

/// What is known about the wins of a table, with the 50-move rule or without it.
enum class LayerState : std::uint8_t {
    absent,  ///< the same as without the rule
    exact,   ///< proved and possible wins are the same
    bounds,  ///< they may differ
};

/// The value of a place, from the wins of its tile with its side to move. In an exact layer both certainties
/// are the same. Empty for a position that is marked as illegal.
[[nodiscard]] std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                                const TilePlace& place);

/// The values of all positions of one key. For every tile and either side to move it holds the positions that
/// White wins and those that Black wins; the rest is drawn. Where not all is known it holds the proved wins
/// and the possible ones. If the 50-move rule changes anything, a second layer holds the wins under the rule.
/// A Table does not change once it is made, so threads may share it.
class Table {
  public:
    /// A table to be filled, tile by tile: first with `set_legal`, then with `set_won`. If it is exact there
    /// is no difference between proved and possible wins.
    Table(const TableKey& key, bool is_exact);

    /// Adds the layer of wins under the 50-move rule, without any win. All tiles have their legal positions.
    void add_rule_layer(bool is_exact);

    /// Adds a layer that says: any win may be a draw under the rule. For tables that were made without it.
    void doubt_rule();

    /// Drops that layer if it says nothing that the other one does not say.
    void drop_needless_layer();

    /// What it is the table of.
    [[nodiscard]] const TableKey& key() const { return key_; }

    /// Where the tile of a placement is.
    [[nodiscard]] const TileLayout& layout() const { return layout_; }

    /// Whether every value is known, without the 50-move rule.
    [[nodiscard]] bool is_exact() const { return layers_[Rule::none].is_exact; }

    /// Whether every value is known, with the rule or without it.
    [[nodiscard]] bool is_exact(Rule rule) const { return layer(rule).is_exact; }

    /// Whether the 50-move rule makes a difference, or may make one.
    [[nodiscard]] bool has_rule_layer() const { return layers_[Rule::fifty_moves].tiles.size() != 0; }

    /// What there is to say about wins under the 50-move rule.
    [[nodiscard]] LayerState rule_layer() const {
        if (!has_rule_layer()) return LayerState::absent;
        return is_exact(Rule::fifty_moves) ? LayerState::exact : LayerState::bounds;
    }

    /// How many rounds its wins take at most: see `most_rounds_under_rule`. Unless it is told, too many.
    [[nodiscard]] unsigned rounds() const { return rounds_; }

    /// Says how many rounds its wins take at most.
    void set_rounds(unsigned rounds) { rounds_ = std::min(rounds, most_rounds_under_rule); }

    /// How much memory its values take.
    [[nodiscard]] std::size_t byte_count() const {
        return (layers_[Rule::none].tiles.size() + layers_[Rule::fifty_moves].tiles.size()) *
               sizeof(WinTiles);
    }

    /// The legal positions of a tile.
    [[nodiscard]] Tile legal(std::size_t tile, Color side_to_move) const;

    /// The legal positions of a tile that one side wins.
    [[nodiscard]] Tile won(WinKind kind, std::size_t tile, Color side_to_move, Color winner) const;

    /// Reads both at once, which is faster.
    void read(WinKind kind, std::size_t tile, Color side_to_move, Color winner, Tile& won, Tile& legal) const;

    /// Says which positions of a tile are legal. Neither side wins any of them until `set_won` says so.
    void set_legal(std::size_t tile, Color side_to_move, const Tile& legal);

    /// Says which of the legal positions of a tile one side wins; no position is won by both.
    void set_won(WinKind kind, std::size_t tile, Color side_to_move, Color winner, const Tile& won);

    /// The wins of one tile as they are stored, for the codecs and for checks: an illegal position is marked
    /// as won by both sides among the proved wins, and by neither among the possible ones of a layer that is
    /// not exact.
    [[nodiscard]] const WinTiles& raw_wins(WinKind kind, std::size_t tile, Color side_to_move) const {
        return layer(kind.rule).at(kind.certainty, tile, side_to_move);
    }

    /// The same, to be filled in. Wins under the rule need a layer of their own.
    [[nodiscard]] WinTiles& raw_wins(WinKind kind, std::size_t tile, Color side_to_move) {
        return layers_[kind.rule].at(kind.certainty, tile, side_to_move);
    }

    /// The value of a board that this table serves, where neither side may castle. An en passant square is
    /// ignored, and under the 50-move rule the clock counts as 0. Empty for a position that is illegal.
    [[nodiscard]] std::optional<WdlBounds> value_of(const Board& board, Rule rule = Rule::none) const;

  private:
    /// The wins of all tiles.
    struct Layer {
        bool is_exact = false;
        ZeroedArray<WinTiles> tiles;

        [[nodiscard]] WinTiles& at(Certainty certainty, std::size_t tile, Color side_to_move) {
            return tiles[place_of(certainty, tile, side_to_move)];
        }
        [[nodiscard]] const WinTiles& at(Certainty certainty, std::size_t tile, Color side_to_move) const {
            return tiles[place_of(certainty, tile, side_to_move)];
        }
        [[nodiscard]] std::size_t place_of(Certainty certainty, std::size_t tile, Color side_to_move) const {
            const std::size_t copies = is_exact ? 1 : 2;
            const std::size_t copy = is_exact ? 0 : static_cast<std::size_t>(certainty);
            return (tile * copies + copy) * 2 + static_cast<std::size_t>(side_to_move);
        }
    };

    /// The layer to be read.
    [[nodiscard]] const Layer& layer(Rule rule) const {
        return layers_[has_rule_layer() ? rule : Rule::none];
    }

    TableKey key_;
    TileLayout layout_;
    IndexedArray<Rule, Layer, 2> layers_;
    unsigned rounds_ = most_rounds_under_rule;
};

}  // namespace philidor
