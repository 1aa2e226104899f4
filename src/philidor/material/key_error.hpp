/// @file
/// The reasons why a text or a set of men is not the name of a table.
#pragma once

#include <cstdint>

namespace philidor {

/// What is wrong with a material key.
enum class KeyError : std::uint8_t {
    // The text.
    empty,               ///< no text at all
    too_long,            ///< longer than any key
    pawn_token,          ///< a P: pawns are named by their squares
    malformed_square,    ///< a lower-case letter that does not begin a square
    unknown_token,       ///< not a piece, a square or the v
    no_separator,        ///< no v between the sides
    several_separators,  ///< more than one v
    no_king,             ///< a side without a K
    several_kings,       ///< a side with more than one K
    duplicate_square,    ///< a square named twice by one side
    // The men.
    pawn_on_back_rank,    ///< a pawn on rank 1 or 8
    shared_square,        ///< a square claimed by both sides
    too_many_men,         ///< a side with more than 16 men
    too_many_pawns,       ///< a side with more than 8 pawns
    too_many_promotions,  ///< more promoted pieces than missing pawns
};

}  // namespace philidor
