/// @file
/// The values of pieces, wherever they stand.
#pragma once

#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// For the evaluation. Rooks and pawns gain as the board empties. The king is never counted.
inline constexpr ByPieceType<Score> piece_scores{{{
    {85, 105},   // pawn
    {325, 300},  // knight
    {340, 320},  // bishop
    {480, 530},  // rook
    {960, 980},  // queen
    {0, 0},      // king
}}};

/// For judging captures, where a single number is enough and a bishop is worth a knight.
inline constexpr ByPieceType<int> exchange_values{{{100, 325, 325, 500, 975, 10'000}}};

}  // namespace philidor
