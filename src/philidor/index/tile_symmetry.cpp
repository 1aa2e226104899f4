#include "philidor/index/tile_symmetry.hpp"

#include "philidor/chess/bitboard.hpp"

namespace philidor {

namespace {

/// Exchanges files and ranks of a set: a2 <-> b1.
constexpr std::uint64_t transposed(std::uint64_t set) {
    // Swaps the off-diagonal quarters of ever smaller squares: 4x4, 2x2, 1x1.
    const auto swap = [&set](std::uint64_t mask, unsigned distance) {
        const std::uint64_t difference = (set ^ set >> distance) & mask;
        set ^= difference ^ difference << distance;
    };
    swap(0x00000000F0F0F0F0, 28);
    swap(0x0000CCCC0000CCCC, 14);
    swap(0x00AA00AA00AA00AA, 7);
    return set;
}

}  // namespace

Tile turned(const Tile& tile, BoardTurn turn) {
    Tile result;
    for (unsigned index = 0; index < square_count; ++index) {
        std::uint64_t set = tile.rows[index];
        if (turn.transposes()) set = transposed(set);
        if (turn.flips_ranks()) set = Bitboard::from_bits(set).flipped_ranks().bits();
        if (turn.mirrors_files()) set = Bitboard::from_bits(set).mirrored_files().bits();
        result.rows[index_of(turn(square_at(index)))] = set;
    }
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
