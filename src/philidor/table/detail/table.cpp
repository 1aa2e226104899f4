#include "philidor/table/detail/table.hpp"

#include <cassert>

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

Table::Table(const CanonicalKey& key, bool is_exact)
    : key_(key),
      layout_(key.material(), TileLayout::Turns::used),
      is_exact_(is_exact),
      tiles_(layout_.tile_count() * (is_exact ? 2 : 4)) {}

Tile Table::legal(std::size_t tile, Color side_to_move) const {
    const auto& proved = raw_wins(Certainty::proved, tile, side_to_move).wins;
    Tile legal = proved[Color::white];
    legal &= proved[Color::black];
    complement(legal);
    return legal;
}

Tile Table::won(Certainty certainty, std::size_t tile, Color side_to_move, Color winner) const {
    Tile won = raw_wins(certainty, tile, side_to_move).wins[winner];
    won &= legal(tile, side_to_move);
    return won;
}

void Table::set_legal(std::size_t tile, Color side_to_move, const Tile& legal) {
    for (const Color winner : all_colors) {
        if (!is_exact_) raw_wins(Certainty::possible, tile, side_to_move).wins[winner] = {};
        Tile& proved = raw_wins(Certainty::proved, tile, side_to_move).wins[winner];
        proved = legal;
        complement(proved);
    }
}

void Table::set_won(
    Certainty certainty, std::size_t tile, Color side_to_move, Color winner, const Tile& won) {
    Tile& wins = raw_wins(certainty, tile, side_to_move).wins[winner];
    const bool marks_illegal = is_exact_ || certainty == Certainty::proved;
    Tile illegal;
    if (marks_illegal) {
        illegal = legal(tile, side_to_move);
        complement(illegal);
    }
    wins = won;
    wins |= illegal;
}

std::optional<WdlBounds> Table::value_of(const Board& board) const {
    assert(MaterialKey::from_board(board) == key_.material());
    const TilePlace place = find_place(layout_, board);
    const Color us = place.side_to_move;
    return value_in(
        {{&raw_wins(Certainty::proved, place.tile, us), &raw_wins(Certainty::possible, place.tile, us)}},
        place);
}

}  // namespace philidor
