/// @file
/// The values of pieces on their squares.
///
/// There are no tables of numbers: each kind of piece follows a few ideas that every beginner learns, and the
/// tables are computed from them.
#pragma once

#include <algorithm>

#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/engine/detail/piece_values.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

namespace detail {

/// The number of steps from the nearer of the two middle lines to this one of eight: 0 to 3.
[[nodiscard]] constexpr int steps_from_middle(unsigned line) {
    return static_cast<int>(line < 4 ? 3 - line : line - 4);
}

/// How close a square is to the centre: 3 for the four squares in the middle, -3 for the corners.
[[nodiscard]] constexpr int centrality(Square square) {
    return 3 - steps_from_middle(static_cast<unsigned>(file_of(square))) -
           steps_from_middle(static_cast<unsigned>(rank_of(square)));
}

/// How close a square is to the middle files: 3 for d and e, 0 for a and h.
[[nodiscard]] constexpr int middle_file(Square square) {
    return 3 - steps_from_middle(static_cast<unsigned>(file_of(square)));
}

/// What a square adds for a white piece.
[[nodiscard]] constexpr Score square_score(PieceType type, Square square) {
    const int advance = static_cast<int>(rank_of(square));  // ranks from the side's own end of the board
    const Score is_at_home = advance == 0 ? Score(1, 1) : Score();
    switch (type) {
        case PieceType::pawn:  // take the centre, but keep the wings back; any step nears promotion
            return Score(2 * (middle_file(square) - 1), 0) * std::min(advance - 1, 3) + Score(0, 4) * advance;
        case PieceType::knight:  // badly placed at the rim
            return Score(9, 7) * centrality(square);
        case PieceType::bishop:  // to be developed
            return Score(4, 4) * centrality(square) - is_at_home * 8;
        case PieceType::rook:  // active on the seventh rank, connected in the middle
            return Score(3, 0) * middle_file(square) + (advance == 6 ? Score(15, 20) : Score());
        case PieceType::queen:  // central once the danger is over
            return Score(1, 6) * centrality(square);
        case PieceType::king:  // hides behind its pawns as long as there are pieces, then fights
            return Score(-25, 0) * std::min(advance, 3) +
                   Score(-12, 0) * std::max(middle_file(square) - 1, 0) + Score(0, 11) * centrality(square);
    }
    return {};
}

}  // namespace detail

/// Material and square together, by piece. For Black the squares are seen from the other end and the signs
/// are reversed, so that a sum over the board is from White's point of view.
inline constexpr ByPiece<BySquare<Score>> piece_square_scores = [] {
    ByPiece<BySquare<Score>> scores;
    for (const PieceType type : all_piece_types) {
        for (unsigned index = 0; index < square_count; ++index) {
            const Square square = square_at(index);
            const Score score = piece_scores[type] + detail::square_score(type, square);
            scores[make_piece(Color::white, type)][square] = score;
            scores[make_piece(Color::black, type)][flip_ranks(square)] = -score;
        }
    }
    return scores;
}();

}  // namespace philidor
