#include "philidor/table/tile_value.hpp"

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

}  // namespace philidor
