#include "philidor/index/legal_tiles.hpp"

#include "philidor/chess/attacks.hpp"

namespace philidor {

namespace {

Bitboard attacks_of(PieceKind kind, Square square, Bitboard occupied) {
    return philidor::attacks_of(make_piece(Color::white, type_of(kind)), square, occupied);
}

}  // namespace

void find_legal_tiles(const ByColor<Bitboard>& pawns,
                      std::span<const PlacedPiece> pieces,
                      LegalTiles& tiles) {
    tiles = {};
    Bitboard men = pawns[Color::white] | pawns[Color::black];
    for (const PlacedPiece& piece : pieces) {
        if (men.has(piece.square)) return;
        men.add(piece.square);
    }
    const Bitboard white_pawn_attacks = pawn_attacks<Color::white>(pawns[Color::white]);
    const Bitboard black_pawn_attacks = pawn_attacks<Color::black>(pawns[Color::black]);

    for (const Square white_king : ~men) {
        const Bitboard occupied = men | Bitboard(white_king);
        // White's men see past the black king, which is what they look at, but not past their own king.
        Bitboard attacked_by_white = king_attacks(white_king) | white_pawn_attacks;
        // Black's sliders do not see the white king if the black king stands between.
        Bitboard white_is_attacked = black_pawn_attacks.has(white_king) ? Bitboard::all() : Bitboard();
        for (const PlacedPiece& piece : pieces) {
            const Bitboard attacked = attacks_of(piece.kind, piece.square, occupied);
            if (piece.color == Color::white) {
                attacked_by_white |= attacked;
            } else if (attacked.has(white_king)) {
                white_is_attacked |= ~between(piece.square, white_king);
            }
        }
        const unsigned row = index_of(white_king);
        tiles.legal[Color::white].rows[row] = (~occupied - attacked_by_white).bits();
        tiles.legal[Color::black].rows[row] =
            (~occupied - king_attacks(white_king) - white_is_attacked).bits();
        tiles.in_check[Color::white].rows[row] = white_is_attacked.bits();
        tiles.in_check[Color::black].rows[row] = attacked_by_white.bits();
    }
}

}  // namespace philidor
