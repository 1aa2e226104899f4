#include "philidor/table/table.hpp"

#include <cassert>

#include "philidor/table/tile_value.hpp"

namespace philidor {

Table::Table(const CanonicalKey& key, bool is_exact)
    : key_(key),
      layout_(key.material(), TileLayout::Turns::used),
      is_exact_(is_exact),
      tiles_(layout_.tile_count() * (is_exact ? 2 : 4)) {}

std::optional<WdlBounds> Table::value_of(const Board& board) const {
    assert(MaterialKey::from_board(board) == key_.material());
    const TilePlace place = find_place(layout_, board);
    const Color us = place.side_to_move;
    return value_in({{&wins(Certainty::proved, place.tile, us), &wins(Certainty::possible, place.tile, us)}},
                    place);
}

}  // namespace philidor
