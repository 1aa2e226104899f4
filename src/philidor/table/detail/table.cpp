#include "philidor/table/detail/table.hpp"

#include <cassert>
#include <utility>

namespace philidor {

std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins, const TilePlace& place) {
    const Color us = place.side_to_move;
    const auto is_won = [&](Certainty certainty, Color winner) {
        return wins[certainty]->wins[winner].has(place.white_king, place.black_king);
    };
    const bool we_win = is_won(Certainty::proved, us);
    const bool they_win = is_won(Certainty::proved, !us);
    if (we_win && they_win) return std::nullopt;
    if (we_win) return WdlBounds::exactly(Wdl::win);
    if (they_win) return WdlBounds::exactly(Wdl::loss);
    return WdlBounds{is_won(Certainty::possible, !us) ? Wdl::loss : Wdl::draw,
                     is_won(Certainty::possible, us) ? Wdl::win : Wdl::draw};
}

Table::Table(const TableKey& key, bool is_exact)
    : key_(key), layout_(key.material(), TileLayout::Turns::used) {
    layers_[Rule::none] = {is_exact, ZeroedArray<WinTiles>(layout_.tile_count() * (is_exact ? 2 : 4))};
}

void Table::add_rule_layer(bool is_exact) {
    Layer layer{is_exact, ZeroedArray<WinTiles>(layout_.tile_count() * (is_exact ? 2 : 4))};
    for (std::size_t tile = 0; tile < layout_.tile_count(); ++tile) {
        for (const Color side : all_colors) {
            const Tile is_legal = legal(tile, side);
            for (const Color winner : all_colors) {
                Tile& proved = layer.at(Certainty::proved, tile, side).wins[winner];
                for (std::size_t row = 0; row < square_count; ++row) proved.rows[row] = ~is_legal.rows[row];
            }
        }
    }
    layers_[Rule::fifty_moves] = std::move(layer);
}

void Table::doubt_rule() {
    add_rule_layer(false);
    for (std::size_t tile = 0; tile < layout_.tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                set_won({Certainty::possible, Rule::fifty_moves}, tile, side, winner,
                        won(Certainty::possible, tile, side, winner));
            }
        }
    }
    drop_needless_layer();
}

void Table::drop_needless_layer() {
    if (!has_rule_layer()) return;
    for (std::size_t tile = 0; tile < layout_.tile_count(); ++tile) {
        for (const Color side : all_colors) {
            for (const Color winner : all_colors) {
                for (const Certainty certainty : all_certainties) {
                    if (won({certainty, Rule::fifty_moves}, tile, side, winner) !=
                        won(certainty, tile, side, winner))
                        return;
                }
            }
        }
    }
    layers_[Rule::fifty_moves] = {};
}

Tile Table::legal(std::size_t tile, Color side_to_move) const {
    const auto& proved = raw_wins(Certainty::proved, tile, side_to_move).wins;
    Tile legal;
    for (std::size_t row = 0; row < square_count; ++row) {
        legal.rows[row] = ~(proved[Color::white].rows[row] & proved[Color::black].rows[row]);
    }
    return legal;
}

Tile Table::won(WinKind kind, std::size_t tile, Color side_to_move, Color winner) const {
    Tile won;
    Tile legal;
    read(kind, tile, side_to_move, winner, won, legal);
    return won;
}

void Table::read(
    WinKind kind, std::size_t tile, Color side_to_move, Color winner, Tile& won, Tile& legal) const {
    const auto& proved = raw_wins(Certainty::proved, tile, side_to_move).wins;
    const Tile& wins = raw_wins(kind, tile, side_to_move).wins[winner];
    for (std::size_t row = 0; row < square_count; ++row) {
        legal.rows[row] = ~(proved[Color::white].rows[row] & proved[Color::black].rows[row]);
        won.rows[row] = wins.rows[row] & legal.rows[row];
    }
}

void Table::set_legal(std::size_t tile, Color side_to_move, const Tile& legal) {
    for (const Color winner : all_colors) {
        if (!is_exact()) raw_wins(Certainty::possible, tile, side_to_move).wins[winner] = {};
        Tile& proved = raw_wins(Certainty::proved, tile, side_to_move).wins[winner];
        for (std::size_t row = 0; row < square_count; ++row) proved.rows[row] = ~legal.rows[row];
    }
}

void Table::set_won(WinKind kind, std::size_t tile, Color side_to_move, Color winner, const Tile& won) {
    Tile& wins = raw_wins(kind, tile, side_to_move).wins[winner];
    if (!is_exact(kind.rule) && kind.certainty == Certainty::possible) {
        wins = won;
        return;
    }
    const Tile& other = raw_wins({Certainty::proved, kind.rule}, tile, side_to_move).wins[!winner];
    for (std::size_t row = 0; row < square_count; ++row) {
        const std::uint64_t illegal = wins.rows[row] & other.rows[row];
        wins.rows[row] = won.rows[row] | illegal;
    }
}

std::optional<WdlBounds> Table::value_of(const Board& board, Rule rule) const {
    const auto [key, symmetry] = table_for(MaterialKey::from_board(board));
    assert(key == key_);
    const TilePlace place = find_place(layout_, board, symmetry);
    const Color us = place.side_to_move;
    return value_in({{&raw_wins({Certainty::proved, rule}, place.tile, us),
                      &raw_wins({Certainty::possible, rule}, place.tile, us)}},
                    place);
}

}  // namespace philidor
