#include "philidor/table/table_place.hpp"

namespace philidor {

TablePlace place_of(const TileLayout& layout, const Board& board) {
    Placement placement{};
    Bitboard placed;
    for (std::size_t i = 0; i < layout.pieces().size(); ++i) {
        const auto [color, kind] = layout.pieces()[i];
        const Bitboard candidates = (board.pieces(color, type_of(kind)) & squares_of(kind)) - placed;
        placement[i] = candidates.first();
        placed.add(placement[i]);
    }
    const TileLayout::Place place = layout.locate(placement);
    return {place.tile, place.turn(board.king(Color::white)), place.turn(board.king(Color::black))};
}

std::optional<WdlBounds> value_in(const ByCertainty<const WinTiles*>& wins,
                                  const TablePlace& place,
                                  Color us) {
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

}  // namespace philidor
