#include "philidor/table/detail/symmetric_half.hpp"

#include <cassert>
#include <cstddef>

#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/placement_image.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"

namespace philidor {

namespace {

/// The wins with Black to move, taken from the tile with White to move that has the same values.
WinTiles black_to_move(const Table& table, WinKind kind, std::size_t tile) {
    const Symmetry swap = *table.key().own_swap();
    const TileLayout& layout = table.layout();
    const TileLayout::Place place = layout.locate(image_of(layout.placement_of(tile), layout, swap, layout));
    const WinTiles& stored = table.raw_wins(kind, place.tile, Color::white);
    WinTiles wins;
    for (const Color winner : all_colors) {
        wins.wins[winner] = image(turned(stored.wins[!winner], place.turn.inverse()), swap);
    }
    return wins;
}

template <class Visit>
void for_each_tile(const Table& table, const Visit& visit) {
    for (const Rule rule : all_rules) {
        if (rule == Rule::fifty_moves && !table.has_rule_layer()) break;
        for (const Certainty certainty : all_certainties) {
            if (certainty == Certainty::possible && table.is_exact(rule)) break;
            for (std::size_t tile = 0; tile < table.layout().tile_count(); ++tile)
                visit(WinKind(certainty, rule), tile);
        }
    }
}

}  // namespace

void fill_black_to_move(Table& table) {
    assert(table.key().own_swap());
    for_each_tile(table, [&](WinKind kind, std::size_t tile) {
        table.raw_wins(kind, tile, Color::black) = black_to_move(table, kind, tile);
    });
}

bool is_symmetric(const Table& table) {
    bool is_equal = true;
    for_each_tile(table, [&](WinKind kind, std::size_t tile) {
        is_equal = is_equal &&
                   table.raw_wins(kind, tile, Color::black).wins == black_to_move(table, kind, tile).wins;
    });
    return is_equal;
}

}  // namespace philidor
