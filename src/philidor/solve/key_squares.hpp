/// @file
/// Where the kings of a pawn ending should stand: the theory of corresponding squares, computed.
#pragma once

#include <cstdint>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor {

/// What a placement of the two kings is worth, with either side to move. If one side to move is impossible,
/// because the other king is attacked, only the possible one counts.
enum class KeySquare : std::uint8_t {
    unavailable,         ///< the kings cannot stand like this
    open,                ///< not solved yet
    white_wins,          ///< White wins with either side to move
    black_wins,          ///< Black wins with either side to move
    drawn,               ///< a draw with either side to move
    white_wins_to_move,  ///< White wins with White to move; otherwise it is a draw
    black_wins_to_move,  ///< Black wins with Black to move; otherwise it is a draw
    mover_wins,          ///< the side to move wins
    mutual_zugzwang,     ///< whoever must move is worse off
};

/// The key squares of a pawn ending.
struct KeySquares {
    BySquare<KeySquare> white_king{};  ///< by the white king's square; the black king stays where it stands
    BySquare<KeySquare> black_king{};  ///< by the black king's square; the white king stays where it stands
    /// By the white king's square: the known squares of the black king that make a mutual zugzwang.
    BySquare<Bitboard> corresponding{};

    /// Whether all squares of both kings are solved.
    [[nodiscard]] bool is_complete() const;
};

}  // namespace philidor
