/// @file
/// Where the kings of a pawn ending should stand: the theory of corresponding squares, computed.
#pragma once

#include <cstdint>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/indexed_array.hpp"

namespace philidor {

/// What a placement of the two kings means, with either side to move. Where only one side can be to move,
/// since the other's king is attacked, that side decides.
enum class KeySquare : std::uint8_t {
    unavailable,         ///< no such position is legal
    open,                ///< not everything is known
    white_wins,          ///< White wins with either side to move
    black_wins,          ///< Black wins with either side to move
    drawn,               ///< a draw with either side to move
    white_wins_to_move,  ///< White wins with White to move; otherwise it is a draw
    black_wins_to_move,  ///< Black wins with Black to move; otherwise it is a draw
    mover_wins,          ///< the side to move wins
    mutual_zugzwang,     ///< each side would be better off if the other had to move
};

/// The key squares of a pawn ending.
struct KeySquares {
    BySquare<KeySquare> white_king{};    ///< by its square; the black king stands where it is
    BySquare<KeySquare> black_king{};    ///< by its square; the white king stands where it is
    BySquare<Bitboard> corresponding{};  ///< by the white king's square: where the black king makes a mutual
                                         ///< zugzwang, as far as it is known

    /// Whether all squares of both kings are settled.
    [[nodiscard]] bool is_complete() const;
};

}  // namespace philidor
