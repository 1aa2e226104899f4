/// @file
/// Every reason why a text is not a move.
#pragma once

#include <cstdint>

namespace philidor {

/// What is wrong with the text of a move.
enum class MoveError : std::uint8_t {
    empty,              ///< no text at all
    malformed,          ///< not the form of a move
    null_move,          ///< passing, which the rules do not allow
    promotion_missing,  ///< a pawn reaches the last rank, but what it becomes is not said
    illegal,            ///< no legal move of this board
    ambiguous,          ///< several legal moves
};

}  // namespace philidor
