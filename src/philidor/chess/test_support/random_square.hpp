/// @file
/// Random numbers and squares.
#pragma once

#include <random>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::test_support {

/// A number from `least` to `most`, the same on every machine for the same state of the generator.
[[nodiscard]] inline unsigned random_number(std::mt19937_64& random, unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random() % (most - least + 1));
}

/// A random square of a set, which must not be empty.
[[nodiscard]] inline Square random_square(std::mt19937_64& random, Bitboard set) {
    auto skipped = random_number(random, 0, set.count() - 1);
    for (const Square square : set) {
        if (skipped-- == 0) return square;
    }
    return set.first();
}

}  // namespace philidor::test_support
