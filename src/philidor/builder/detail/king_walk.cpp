#include "philidor/builder/detail/king_walk.hpp"

#include "philidor/builder/detail/tile_kernels.hpp"

namespace philidor {

void walk_kings(const ByColor<Tile>& open, ByColor<Tile>& reached) {
    const detail::TileKernels& kernels = detail::tile_kernels();
    ByColor<Tile> unseen = open;
    for (const Color side : all_colors) unseen[side] -= reached[side];
    ByColor<Tile> fresh = reached;
    while (fresh[Color::white].any() || fresh[Color::black].any()) {
        ByColor<Tile> next;
        for (const Color side : all_colors) {
            Tile moved;
            kernels.add_king_moves(side, fresh[side], moved);
            kernels.settle_inside(moved, unseen[!side], next[!side]);
            reached[!side] |= next[!side];
        }
        fresh = next;
    }
}

}  // namespace philidor
