/// @file
/// Slider attacks found by walking along the rays one square at a time: the simple version, from which the
/// fast attack tables are made and against which they are tested.
#pragma once

#include <array>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/square.hpp"

namespace philidor::slow {

/// One step along a ray, in files and ranks.
struct Step {
    int files;  ///< to the east
    int ranks;  ///< to the north
};

/// The four steps of a rook.
inline constexpr std::array rook_steps{Step{0, 1}, Step{0, -1}, Step{1, 0}, Step{-1, 0}};

/// The four steps of a bishop.
inline constexpr std::array bishop_steps{Step{1, 1}, Step{1, -1}, Step{-1, 1}, Step{-1, -1}};

/// The set of the one square reached, or the empty set if the step leaves the board.
[[nodiscard]] constexpr Bitboard step_from(Square square, Step step) {
    const int file = static_cast<int>(file_of(square)) + step.files;
    const int rank = static_cast<int>(rank_of(square)) + step.ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return {};
    return Bitboard(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
}

/// The squares met when walking from `square` up to the first occupied one, which is included.
[[nodiscard]] constexpr Bitboard ray(Square square, Step step, Bitboard occupied = {}) {
    Bitboard attacked;
    for (Bitboard next = step_from(square, step); next.any(); next = step_from(next.first(), step)) {
        attacked |= next;
        if (next.intersects(occupied)) break;
    }
    return attacked;
}

/// The squares a rook on `square` attacks.
[[nodiscard]] constexpr Bitboard rook_attacks(Square square, Bitboard occupied) {
    Bitboard attacked;
    for (const Step step : rook_steps) attacked |= ray(square, step, occupied);
    return attacked;
}

/// The squares a bishop on `square` attacks.
[[nodiscard]] constexpr Bitboard bishop_attacks(Square square, Bitboard occupied) {
    Bitboard attacked;
    for (const Step step : bishop_steps) attacked |= ray(square, step, occupied);
    return attacked;
}

}  // namespace philidor::slow
