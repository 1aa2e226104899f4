/// @file
/// The reasons why a text or a setup is not a legal position.
#pragma once

#include <cstdint>

namespace philidor {

/// What is wrong with a FEN or a `Setup`.
enum class PositionError : std::uint8_t {
    // The text.
    field_count,      ///< not four or six fields
    rank_count,       ///< not eight ranks
    rank_length,      ///< a rank of fewer or more than eight squares, or two numbers in a row
    piece_letter,     ///< not a piece, a digit or a slash
    side_to_move,     ///< neither w nor b
    castling_text,    ///< not a castling field, or not in the usual order
    en_passant_text,  ///< neither - nor a square
    halfmove_clock,   ///< not a number, or too large
    fullmove_number,  ///< not a number from 1 up, or too large
    // The position.
    no_king,                ///< a side without a king
    several_kings,          ///< a side with two kings or more
    too_many_men,           ///< a side with more than 16 pieces or 8 pawns
    too_many_promotions,    ///< more promoted pieces than missing pawns
    pawn_on_back_rank,      ///< a pawn on the first or last rank
    castling_impossible,    ///< no king or rook where the right needs it
    en_passant_impossible,  ///< no pawn can have just passed over that square
    opponent_in_check,      ///< the side to move could capture the king
};

}  // namespace philidor
