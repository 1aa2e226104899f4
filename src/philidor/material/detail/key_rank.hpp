/// @file
/// How far a key is from the point where no change is possible.
#pragma once

#include "philidor/material/material_key.hpp"

namespace philidor {

/// The highest rank of any key: 7 pieces and 8 pawns on their first squares for each side.
inline constexpr unsigned highest_key_rank = 2 * (7 + 8 * 7);

/// A number that every change lowers, so that tables can be built in the order of their ranks. A piece counts
/// 1; a pawn counts 1 plus its steps to the last rank. A capture removes the share of a man, a pawn move at
/// least 1, and a promoting pawn, which counted 2, becomes a piece. All names of a table have the same rank.
[[nodiscard]] constexpr unsigned key_rank(const MaterialKey& key) {
    // From rank 2 to 7 a pawn counts 7, 6, 5, 4, 3, 2. These are the ranks where the binary digit for 4, 2 or
    // 1 is set.
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
