/// @file
/// What the moves of one king tell about a tile. docs/table_format.md, "Foresight", is normative.
#pragma once

#include <cstddef>
#include <cstdint>

#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/index/detail/tile.hpp"

namespace philidor::detail {

/// The squares from which the black king has a move to one of the row's squares.
[[nodiscard]] inline std::uint64_t black_king_moves(std::uint64_t row) {
    constexpr std::uint64_t a_file = 0x0101010101010101;
    constexpr std::uint64_t h_file = 0x8080808080808080;
    const std::uint64_t beside = (row << 1U & ~a_file) | (row >> 1U & ~h_file);
    const std::uint64_t three = row | beside;
    return beside | three << 8U | three >> 8U;
}

/// Adds the placements from which a move of this side's king leads into the set.
inline void add_king_moves(Color side, const Tile& set, Tile& moves) {
    if (side == Color::black) {
        for (std::size_t row = 0; row < 64; ++row) moves.rows[row] |= black_king_moves(set.rows[row]);
        return;
    }
    Tile three;  // rows combined with their neighbours to the west and east
    for (std::size_t row = 0; row < 64; ++row) {
        std::uint64_t beside = 0;
        if (row % 8 != 0) beside |= set.rows[row - 1];
        if (row % 8 != 7) beside |= set.rows[row + 1];
        moves.rows[row] |= beside;
        three.rows[row] = beside | set.rows[row];
    }
    for (std::size_t row = 8; row < 64; ++row) {
        moves.rows[row] |= three.rows[row - 8];
        moves.rows[row - 8] |= three.rows[row];
    }
}

/// The wins of either side with `us` to move, as far as our king moves tell. `next` are the wins of the same
/// tile with the other side to move, and `next_legal` the legal placements there. `in_check` is where we are
/// in check.
[[nodiscard]] inline ByColor<Tile> foresee(Color us,
                                           const ByColor<Tile>& next,
                                           const Tile& next_legal,
                                           const Tile& in_check) {
    Tile winning = next[us];
    winning &= next_legal;
    Tile safe = next_legal;
    safe -= next[!us];
    ByColor<Tile> foreseen;
    add_king_moves(us, winning, foreseen[us]);
    Tile escapes;
    Tile movable = in_check;
    add_king_moves(us, safe, escapes);
    add_king_moves(us, next_legal, movable);
    foreseen[!us] = movable;
    foreseen[!us] -= escapes;
    return foreseen;
}

}  // namespace philidor::detail
