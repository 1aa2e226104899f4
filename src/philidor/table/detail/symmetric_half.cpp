#include "philidor/table/detail/symmetric_half.hpp"

#include <array>
#include <cassert>
#include <cstddef>

#include "philidor/chess/symmetry.hpp"
#include "philidor/index/detail/tile_symmetry.hpp"

namespace philidor {

namespace {

/// The placement with sides swapped: every piece changes its colour and moves to the square opposite.
Placement with_sides_swapped(const TileLayout& layout, const Placement& placement) {
    ByColor<std::array<std::size_t, all_piece_kinds.size()>> next{};  // the first free place of each kind
    for (std::size_t i = layout.pieces().size(); i > 0; --i) {
        const auto [color, kind] = layout.pieces()[i - 1];
        next[color][static_cast<std::size_t>(kind)] = i - 1;
    }
    constexpr Symmetry swap = Symmetry::swap_sides();
    Placement swapped{};
    for (std::size_t i = 0; i < layout.pieces().size(); ++i) {
        const auto [color, kind] = layout.pieces()[i];
        const Square square = swap(placement[i]);
        swapped[next[swap(color)][static_cast<std::size_t>(kind_of(type_of(kind), square))]++] = square;
    }
    return swapped;
}

/// The wins with Black to move, taken from the tile with White to move that has the same values.
WinTiles black_to_move(const Table& table, WinKind kind, std::size_t tile) {
    const TileLayout& layout = table.layout();
    const TileLayout::Place place = layout.locate(with_sides_swapped(layout, layout.placement_of(tile)));
    const WinTiles& stored = table.raw_wins(kind, place.tile, Color::white);
    WinTiles wins;
    for (const Color winner : all_colors) {
        wins.wins[winner] = image(turned(stored.wins[!winner], place.turn.inverse()), Symmetry::swap_sides());
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
    assert(table.key().is_symmetric());
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
