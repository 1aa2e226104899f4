/// @file
/// What a FEN can say, legal or not.
#pragma once

#include <cstdint>
#include <optional>

#include "philidor/chess/castling.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

namespace philidor {

/// A position as somebody wrote it down: the place to set and remove men freely. `Board::from_setup`
/// promotes it to a `Board` once the rules allow it.
struct Setup {
    BySquare<Piece> squares{};                               ///< what stands where
    Color side_to_move = Color::white;                       ///< whose turn it is
    CastlingRights castling;                                 ///< which rooks may castle
    CastlingStyle castling_style = CastlingStyle::standard;  ///< how that is written
    std::optional<Square> en_passant;                        ///< the square a pawn passed over last move
    std::uint16_t halfmove_clock = 0;                        ///< plies since the last capture or pawn move
    std::uint16_t fullmove_number = 1;                       ///< counts Black's moves, from 1

    /// The start position of standard chess.
    [[nodiscard]] static Setup start_position();

    /// All men.
    [[nodiscard]] constexpr Bitboard occupied() const {
        std::uint64_t found = 0;  // without a branch: what stands where is hard to foretell
        for (unsigned index = 0; index < square_count; ++index) {
            found |= std::uint64_t{squares.values[index] != Piece::none} << index;
        }
        return Bitboard::from_bits(found);
    }

    /// The men of a colour and kind. It looks at every square; a Board has the answer ready.
    [[nodiscard]] constexpr Bitboard pieces(Color color, PieceType type) const {
        Bitboard found;
        for (unsigned index = 0; index < square_count; ++index) {
            if (squares.values[index] == make_piece(color, type)) found.add(square_at(index));
        }
        return found;
    }

    /// Equal in every field.
    friend bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace philidor
