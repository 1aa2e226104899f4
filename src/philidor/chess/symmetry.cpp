#include "philidor/chess/symmetry.hpp"

namespace philidor {

Setup Symmetry::operator()(const Setup& setup) const {
    assert(!mirrors_files_ || setup.castling.none());
    Setup image = setup;
    for (unsigned index = 0; index < square_count; ++index) {
        const Square square = square_at(index);
        image.squares[(*this)(square)] = (*this)(setup.squares[square]);
    }
    image.side_to_move = (*this)(setup.side_to_move);
    image.castling = CastlingRights((*this)(setup.castling.rooks()));
    if (setup.en_passant) image.en_passant = (*this)(*setup.en_passant);
    return image;
}

Board Symmetry::operator()(const Board& board) const {
    if (is_identity()) return board;
    return Board::from_checked((*this)(board.to_setup()));  // the rules are the same for both sides
}

}  // namespace philidor
