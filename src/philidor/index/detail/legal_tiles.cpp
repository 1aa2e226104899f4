#include "philidor/index/detail/legal_tiles.hpp"

#include "philidor/chess/attacks.hpp"

namespace philidor {

namespace {

Bitboard attacks_of(PieceKind kind, Square square, Bitboard occupied) {
    return philidor::attacks_of(make_piece(Color::white, type_of(kind)), square, occupied);
}

/// The squares of the black king for which the white king is in check; the black king may block a slider.
Bitboard where_white_is_attacked(Bitboard black_pawns,
                                 std::span<const PlacedPiece> pieces,
                                 Bitboard men,
                                 Square white_king) {
    if (pawn_attacks<Color::black>(black_pawns).has(white_king)) return Bitboard::all();
    Bitboard found;
    for (const PlacedPiece& piece : pieces) {
        if (piece.color == Color::white) continue;
        if (!attacks_of(piece.kind, piece.square, men).has(white_king)) continue;
        found |= ~between(piece.square, white_king);
    }
    return found;
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
    // White's pieces see through the black king, since they look for it, but not through their own king. Only
    // if that king stands on one of their lines do they attack less than on a board without kings.
    Bitboard attacked_by_white = pawn_attacks<Color::white>(pawns[Color::white]);
    Bitboard attacked_by_black = pawn_attacks<Color::black>(pawns[Color::black]);
    Bitboard seen_by_sliders;
    for (const PlacedPiece& piece : pieces) {
        const Bitboard attacked = attacks_of(piece.kind, piece.square, men);
        (piece.color == Color::white ? attacked_by_white : attacked_by_black) |= attacked;
        if (piece.color == Color::white && piece.kind != PieceKind::knight) seen_by_sliders |= attacked;
    }
    for (const Square white_king : ~men) {
        const Bitboard occupied = men | Bitboard(white_king);
        Bitboard black_is_attacked = attacked_by_white;
        if (seen_by_sliders.has(white_king)) {
            black_is_attacked = pawn_attacks<Color::white>(pawns[Color::white]);
            for (const PlacedPiece& piece : pieces) {
                if (piece.color == Color::white) {
                    black_is_attacked |= attacks_of(piece.kind, piece.square, occupied);
                }
            }
        }
        black_is_attacked |= king_attacks(white_king);
        Bitboard white_is_attacked;
        if (attacked_by_black.has(white_king)) {
            white_is_attacked = where_white_is_attacked(pawns[Color::black], pieces, men, white_king);
        }
        const unsigned row = index_of(white_king);
        tiles.legal[Color::white].rows[row] = (~occupied - black_is_attacked).bits();
        tiles.legal[Color::black].rows[row] =
            (~occupied - king_attacks(white_king) - white_is_attacked).bits();
        tiles.in_check[Color::white].rows[row] = white_is_attacked.bits();
        tiles.in_check[Color::black].rows[row] = black_is_attacked.bits();
    }
}

}  // namespace philidor
