/// @file
/// How far a key is from the end of all changes.
#pragma once

#include "philidor/material/material_key.hpp"

namespace philidor {

/// No key has a higher rank: for each side 7 pieces, and 8 pawns on their first squares.
inline constexpr unsigned highest_key_rank = 2 * (7 + 8 * 7);

/// A number that every change makes smaller, so that tables can be built in the order of their ranks: a piece
/// counts 1, a pawn 1 and its steps to the last rank. A capture takes a man's share away, a pawn's move at
/// least 1, and a promoting pawn, which counted 2, becomes a piece. All names of a table have the same rank.
[[nodiscard]] constexpr unsigned key_rank(const MaterialKey& key) {
    // From rank 2 to 7 a pawn counts 7, 6, 5, 4, 3, 2, so these are the ranks where the count has a 4, a 2, a
    // 1 in it.
    constexpr Bitboard fours =
        Bitboard(Rank::second) | Bitboard(Rank::third) | Bitboard(Rank::fourth) | Bitboard(Rank::fifth);
    constexpr Bitboard twos =
        Bitboard(Rank::second) | Bitboard(Rank::third) | Bitboard(Rank::sixth) | Bitboard(Rank::seventh);
    constexpr Bitboard ones = Bitboard(Rank::second) | Bitboard(Rank::fourth) | Bitboard(Rank::sixth);
    const auto count_of = [&](Bitboard pawns) {
        return 4 * (pawns & fours).count() + 2 * (pawns & twos).count() + (pawns & ones).count();
    };
    return key.piece_count() + count_of(key.pawn_squares(Color::white)) +
           count_of(key.pawn_squares(Color::black).flipped_ranks());
}

}  // namespace philidor
