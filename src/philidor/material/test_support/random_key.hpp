/// @file
/// Random keys and positions, from bare kings to a full board.
#pragma once

#include <random>

#include "philidor/chess/setup.hpp"
#include "philidor/chess/test_support/random_square.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/pawns/test_support/random_pawns.hpp"

namespace philidor::test_support {

/// A key with these numbers of pawns.
[[nodiscard]] inline MaterialKey random_structure(std::mt19937_64& random, unsigned white, unsigned black) {
    return MaterialKey::make({}, random_pawns(random, white, black).pawns).value();
}

/// The key with up to this many pieces added to a side, as far as the rules allow.
[[nodiscard]] inline MaterialKey with_random_pieces(std::mt19937_64& random,
                                                    MaterialKey key,
                                                    Color color,
                                                    unsigned count) {
    for (unsigned trials = 0; trials < 40 && key.pieces(color).total() < count; ++trials) {
        ByColor<PieceCounts> pieces{{key.pieces(Color::white), key.pieces(Color::black)}};
        pieces[color].add(all_piece_kinds[random_number(random, 0, 4)]);
        const auto larger =
            MaterialKey::make(pieces, {{key.pawn_squares(Color::white), key.pawn_squares(Color::black)}});
        if (larger) key = *larger;
    }
    return key;
}

/// Any key. One in seven is as full as possible.
[[nodiscard]] inline MaterialKey random_key(std::mt19937_64& random) {
    const bool is_full = random_number(random, 0, 6) == 0;
    const auto pawns = [&] { return random_number(random, 0, 8); };
    MaterialKey key = random_structure(random, pawns(), pawns());
    for (const Color color : all_colors) {
        key = with_random_pieces(random, key, color, is_full ? 15 : random_number(random, 0, 15));
    }
    return key;
}

/// The men of a key on random squares, with a random side to move.
[[nodiscard]] inline Setup random_setup(std::mt19937_64& random, const MaterialKey& key) {
    Setup setup;
    setup.side_to_move = all_colors[random_number(random, 0, 1)];
    Bitboard free = ~key.pawn_squares();
    const auto put = [&](Piece piece, Bitboard squares) {
        const Square square = random_square(random, squares & free);
        setup.squares[square] = piece;
        free.remove(square);
    };
    for (const auto [color, kind] : key.pieces()) put(make_piece(color, type_of(kind)), squares_of(kind));
    for (const Color color : all_colors) {
        for (const Square square : key.pawn_squares(color))
            setup.squares[square] = make_piece(color, PieceType::pawn);
        put(make_piece(color, PieceType::king), Bitboard::all());
    }
    return setup;
}

}  // namespace philidor::test_support
