/// @file
/// Random pawn structures.
#pragma once

#include <random>

#include "philidor/chess/test_support/random_square.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"

namespace philidor::test_support {

/// A structure with these numbers of pawns.
[[nodiscard]] inline PawnStructure random_pawns(std::mt19937_64& random, unsigned white, unsigned black) {
    PawnStructure structure;
    Bitboard free = ~(Bitboard(Rank::first) | Bitboard(Rank::eighth));
    const auto put = [&](Color color) {
        const Square square = random_square(random, free);
        structure.pawns[color].add(square);
        free.remove(square);
    };
    while (structure.pawns[Color::white].count() < white) put(Color::white);
    while (structure.pawns[Color::black].count() < black) put(Color::black);
    return structure;
}

/// A structure with any number of pawns.
[[nodiscard]] inline PawnStructure random_pawns(std::mt19937_64& random) {
    const unsigned white = random_number(random, 0, 8);
    return random_pawns(random, white, random_number(random, 0, 8));
}

}  // namespace philidor::test_support
