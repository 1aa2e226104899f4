#include "philidor/index/detail/tile_symmetry.hpp"

namespace philidor {

Tile turned(const Tile& tile, BoardTurn turn) {
    Tile result;
    turn_into(tile, turn, result);
    return result;
}

Tile with_kings_exchanged(const Tile& tile) {
    // The transpose of a 64x64 bit matrix: swaps the off-diagonal quarters of ever smaller squares.
    Tile result = tile;
    std::uint64_t mask = 0x00000000FFFFFFFF;
    for (unsigned size = 32; size != 0; size /= 2, mask ^= mask << size) {
        for (unsigned block = 0; block < 64; block += 2 * size) {
            for (unsigned row = block; row < block + size; ++row) {
                const std::uint64_t difference = (result.rows[row] >> size ^ result.rows[row + size]) & mask;
                result.rows[row] ^= difference << size;
                result.rows[row + size] ^= difference;
            }
        }
    }
    return result;
}

Tile image(const Tile& tile, Symmetry symmetry) {
    if (symmetry.is_identity()) return tile;
    const Tile result = turned(tile, BoardTurn(symmetry.swaps_sides(), symmetry.mirrors_files(), false));
    return symmetry.swaps_sides() ? with_kings_exchanged(result) : result;
}

}  // namespace philidor
