#include "philidor/material/detail/table_size.hpp"

namespace philidor {

namespace {

/// The number of ways to place `count` like pieces on `squares` squares. At most 15 on 64, which fits easily.
constexpr std::uint64_t placements(unsigned squares, unsigned count) {
    std::uint64_t ways = 1;
    for (unsigned placed = 0; placed < count; ++placed) ways = ways * (squares - placed) / (placed + 1);
    return ways;
}

static_assert(placements(64, 15) == 159'518'999'862'720);

}  // namespace

TableSize table_size(const TableKey& key) {
    Amount tiles(1);
    for (const Color color : all_colors) {
        for (const PieceKind kind : all_piece_kinds) {
            const unsigned count = key.material().pieces(color)[kind];
            if (count == 0) continue;
            const Bitboard squares = squares_of(kind) - key.material().pawn_squares();
            tiles = tiles * Amount(placements(squares.count(), count));
        }
    }
    constexpr auto king_pairs = std::uint64_t{square_count} * square_count;
    const bool has_one_side = key.own_swap().has_value();
    const Amount positions = tiles * Amount(has_one_side ? king_pairs : 2 * king_pairs);
    return {tiles, positions, tiles * Amount(has_one_side ? king_pairs / 4 : king_pairs / 2)};
}

}  // namespace philidor
