/// @file
/// What a FEN can express, legal or not.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/chess/castling.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

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

/// A position as it was written down, where pieces can be set and removed freely. `Board::from_setup` turns
/// it into a `Board` if it is legal.
struct Setup {
    BySquare<Piece> squares{};                               ///< the piece on each square
    Color side_to_move = Color::white;                       ///< the side to move
    CastlingRights castling;                                 ///< which rooks may castle
    CastlingStyle castling_style = CastlingStyle::standard;  ///< how those rights are written
    std::optional<Square> en_passant;   ///< the square a pawn passed over in the last move
    std::uint16_t halfmove_clock = 0;   ///< plies since the last capture or pawn move
    std::uint16_t fullmove_number = 1;  ///< goes up after each move of Black

    /// The start position of standard chess.
    [[nodiscard]] static Setup start_position();

    /// All occupied squares.
    [[nodiscard]] constexpr Bitboard occupied() const {
        std::uint64_t found = 0;  // without branches, since they would be hard to predict
        for (unsigned index = 0; index < square_count; ++index) {
            found |= std::uint64_t{squares.values[index] != Piece::none} << index;
        }
        return Bitboard::from_bits(found);
    }

    /// The pieces of a colour and kind. This looks at every square; a Board has the answer ready.
    [[nodiscard]] constexpr Bitboard pieces(Color color, PieceType type) const {
        Bitboard found;
        for (unsigned index = 0; index < square_count; ++index) {
            if (squares.values[index] == make_piece(color, type)) found.add(square_at(index));
        }
        return found;
    }

    /// Whether all fields are equal.
    friend bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace philidor
