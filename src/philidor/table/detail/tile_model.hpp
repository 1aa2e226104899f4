/// @file
/// Codes the values of a tile as a sequence of planes. docs/table_format.md, "Tiles", is normative.
#pragma once

#include <array>
#include <cstddef>

#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/index/detail/tile.hpp"
#include "philidor/table/detail/king_foresight.hpp"
#include "philidor/table/detail/plane_model.hpp"
#include "philidor/table/detail/table.hpp"

namespace philidor::detail {

/// What is known about a tile without any values.
struct TileFacts {
    LegalTiles rules;
    ByColor<Tile> takes;  ///< by side: its king seems able to take a man
};

/// What all tiles of a table have in common.
struct TileScheme {
    ByColor<unsigned> men{};                     ///< pawns and pieces of each side
    Color first = Color::white;                  ///< the side to move that is coded first
    bool is_symmetric = false;                   ///< if so, it is the only one
    bool is_exact = true;                        ///< if so, possible wins are not coded
    LayerState rule_layer = LayerState::absent;  ///< whether wins under the 50-move rule are coded as well
};

/// What has been learned so far in a block: a set of chances for each kind of plane, by certainty, by whether
/// the side to move comes second, and by whether the other side wins; then for wins under the 50-move rule,
/// again by whether the side to move comes second, by certainty, and by whether the other side wins.
struct BlockChances {
    std::array<PlaneChances, 16> planes;
};

/// Codes the values of tiles, one after the other.
template <class Coder>
class TileModel {
  public:
    /// Uses this coder. What is learned from one tile helps with the next.
    TileModel(Coder& coder, const TileScheme& scheme) : coder_(coder), scheme_(scheme) {}

    /// Codes a tile: reads `values` when encoding, and fills them when decoding.
    void code(const TileFacts& facts, TileValues& values) {
        LayerValues& plain = values[Rule::none];
        code_side(scheme_.first, facts, plain, nullptr);
        if (!scheme_.is_symmetric) code_side(!scheme_.first, facts, plain, &plain);
        if (scheme_.rule_layer == LayerState::absent) return;
        code_rule(scheme_.first, facts, values, false);
        if (!scheme_.is_symmetric) code_rule(!scheme_.first, facts, values, true);
    }

  private:
    /// Codes the values with `us` to move. `known` are those of the other side, if they are known.
    void code_side(Color us, const TileFacts& facts, LayerValues& values, const LayerValues* known) {
        Tile open = facts.rules.legal[us];
        code_wins(Certainty::proved, us, facts, open, values, known);
        ByColor<Tile>& proved = values[Certainty::proved][us].wins;
        if (!scheme_.is_exact) {
            for (const Color winner : all_colors) open -= proved[winner];
            code_wins(Certainty::possible, us, facts, open, values, known);
            ByColor<Tile>& possible = values[Certainty::possible][us].wins;
            for (const Color winner : all_colors) possible[winner] |= proved[winner];
        }
        mark_illegal(facts.rules.legal[us], proved);
    }

    /// Illegal positions are marked as won by both sides.
    static void mark_illegal(const Tile& legal, ByColor<Tile>& proved) {
        for (const Color winner : all_colors) {
            for (std::size_t row = 0; row < 64; ++row) proved[winner].rows[row] |= ~legal.rows[row];
        }
    }

    /// Codes which of the wins with `us` to move are wins under the 50-move rule. Most of them are; if the
    /// wins with the other side to move are known, king moves tell which.
    void code_rule(Color us, const TileFacts& facts, TileValues& values, bool knows_other_side) {
        constexpr std::size_t first_kind = 8;
        const Tile& legal = facts.rules.legal[us];
        const Certainty best = scheme_.is_exact ? Certainty::proved : Certainty::possible;
        ByColor<Tile>& proved = values[Rule::fifty_moves][Certainty::proved][us].wins;
        ByColor<Tile> foreseen{{legal, legal}};
        if (knows_other_side) {
            foreseen = foresee(us, values[Rule::fifty_moves][Certainty::proved][!us].wins,
                               facts.rules.legal[!us], facts.rules.in_check[us]);
        }
        for (const Color winner : all_colors) {
            const std::size_t kind = first_kind + (winner == us ? 0U : 1U) + (knows_other_side ? 4U : 0U);
            Tile open = values[Rule::none][Certainty::proved][us].wins[winner];
            open &= legal;
            foreseen[winner] &= open;
            code_plane(kind, proved[winner], {open, open, foreseen[winner]});
            if (scheme_.rule_layer == LayerState::exact) continue;
            Tile& possible = values[Rule::fifty_moves][Certainty::possible][us].wins[winner];
            Tile maybe = values[Rule::none][best][us].wins[winner];
            maybe &= legal;
            maybe -= proved[winner];
            code_plane(kind + 2, possible, {maybe, maybe, facts.takes[us]});
            possible |= proved[winner];
        }
        mark_illegal(legal, proved);
    }

    /// Codes the wins of both sides among the open placements.
    void code_wins(Certainty certainty,
                   Color us,
                   const TileFacts& facts,
                   const Tile& open,
                   LayerValues& values,
                   const LayerValues* known) {
        ByColor<Tile> foreseen;
        if (known != nullptr) {
            foreseen =
                foresee(us, (*known)[certainty][!us].wins, facts.rules.legal[!us], facts.rules.in_check[us]);
            // A bare king cannot win.
            if (scheme_.men[!us] == 1) foreseen[!us] -= facts.takes[us];
        }
        const std::size_t kind = static_cast<std::size_t>(certainty) * 4 + (known != nullptr ? 2 : 0);
        ByColor<Tile>& wins = values[certainty][us].wins;
        code_plane(kind, wins[us], {open, foreseen[us], facts.takes[us]});
        // Where we provably win, they do not; where we may win, they may win as well.
        Tile open_to_them = open;
        if (certainty == Certainty::proved) open_to_them -= wins[us];
        code_plane(kind + 1, wins[!us], {open_to_them, foreseen[!us], facts.takes[us]});
    }

    /// Codes a set of placements as its difference from the prediction.
    void code_plane(std::size_t kind, Tile& set, const PlaneHints& hints) {
        Tile difference;
        for (std::size_t row = 0; row < 64; ++row)
            difference.rows[row] = set.rows[row] ^ hints.foreseen.rows[row];
        PlaneModel<Coder>(coder_, chances_.planes[kind]).code(difference, hints);
        for (std::size_t row = 0; row < 64; ++row) {
            set.rows[row] = (difference.rows[row] ^ hints.foreseen.rows[row]) & hints.open.rows[row];
        }
    }

    Coder& coder_;
    TileScheme scheme_;
    BlockChances chances_;
};

}  // namespace philidor::detail
