/// @file
/// The reasons why a text is not a legal move.
#pragma once

#include <cstdint>

namespace philidor {

/// What is wrong with the text of a move.
enum class MoveError : std::uint8_t {
    empty,              ///< no text at all
    malformed,          ///< does not have the form of a move
    null_move,          ///< passing, which the rules do not allow
    promotion_missing,  ///< a pawn reaches the last rank, but the promotion piece is missing
    illegal,            ///< not a legal move on this board
    ambiguous,          ///< fits several legal moves
};

}  // namespace philidor
