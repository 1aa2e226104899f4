#include "philidor/index/detail/legal_tiles.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/board.hpp"
#include "philidor/chess/fen.hpp"

namespace philidor {
namespace {

struct Men {
    ByColor<Bitboard> pawns;
    std::vector<PlacedPiece> pieces;
};

/// Up to `pieces` pieces and `pawns` pawns on different squares.
Men random_men(std::mt19937_64& random, unsigned pieces, unsigned pawns) {
    Men men;
    Bitboard taken;
    const auto take = [&](Bitboard squares) {
        Square square = square_at(static_cast<unsigned>(random() % square_count));
        while (!squares.has(square) || taken.has(square)) {
            square = square_at(static_cast<unsigned>(random() % square_count));
        }
        taken.add(square);
        return square;
    };
    for (unsigned i = 0; i < pawns; ++i) {
        const Color color = all_colors[random() % 2];
        if (men.pawns[color].count() < 6) men.pawns[color].add(take(~MaterialKey::back_ranks));
    }
    for (unsigned i = 0; i < pieces; ++i) {
        const PieceKind kind = all_piece_kinds[random() % all_piece_kinds.size()];
        men.pieces.push_back({all_colors[random() % 2], kind, take(squares_of(kind))});
    }
    return men;
}

/// The men and the kings on a board, if no two share a square and the position is legal.
Result<Board, PositionError> board_of(const Men& men,
                                      Color side_to_move,
                                      Square white_king,
                                      Square black_king) {
    Setup setup;
    setup.side_to_move = side_to_move;
    const auto put = [&](Piece piece, Square square) {
        // A shared square makes the setup illegal: the king that stood there is missing.
        setup.squares[square] = setup.squares[square] == Piece::none ? piece : Piece::white_pawn;
    };
    put(Piece::white_king, white_king);
    put(Piece::black_king, black_king);
    for (const Color color : all_colors) {
        for (const Square square : men.pawns[color]) put(make_piece(color, PieceType::pawn), square);
    }
    for (const auto& [color, kind, square] : men.pieces) put(make_piece(color, type_of(kind)), square);
    return Board::from_setup(setup);
}

void expect_what_boards_say(const Men& men) {
    LegalTiles tiles;
    find_legal_tiles(men.pawns, men.pieces, tiles);
    for (const Color side : all_colors) {
        for (const Square white_king : Bitboard::all()) {
            for (const Square black_king : Bitboard::all()) {
                const auto board = board_of(men, side, white_king, black_king);
                ASSERT_EQ(tiles.legal[side].has(white_king, black_king), board.has_value())
                    << (board ? to_fen(*board)
                              : board.error().message + ": " + to_string(white_king) + " " +
                                    to_string(black_king));
                if (!board) continue;
                ASSERT_EQ(tiles.in_check[side].has(white_king, black_king), board->is_check())
                    << to_fen(*board);
            }
        }
    }
}

TEST(LegalTiles, OfTheKingsAloneAreThoseWhereTheyDoNotTouch) {
    LegalTiles tiles;
    find_legal_tiles({}, {}, tiles);
    for (const Color side : all_colors) EXPECT_EQ(tiles.legal[side].count(), 3612U);
    expect_what_boards_say({});
}

TEST(LegalTiles, AgreeWithBoardsForOnePiece) {
    for (const PieceKind kind : all_piece_kinds) {
        for (const Color color : all_colors) {
            for (const Square square : {Square::a1, Square::b1, Square::d4, Square::e4, Square::h7}) {
                if (!squares_of(kind).has(square)) continue;
                expect_what_boards_say({{}, {{color, kind, square}}});
            }
        }
    }
}

TEST(LegalTiles, AgreeWithBoardsForManyMenAtRandom) {
    std::mt19937_64 random(1);
    for (unsigned trial = 0; trial < 60; ++trial) {
        expect_what_boards_say(random_men(random, trial % 7, trial * 5 % 13));
        if (HasFatalFailure()) return;
    }
}

TEST(LegalTiles, AreEmptyIfTwoMenShareASquare) {
    const std::vector<PlacedPiece> pieces{{Color::white, PieceKind::rook, Square::d4},
                                          {Color::black, PieceKind::knight, Square::d4}};
    LegalTiles tiles;
    find_legal_tiles({}, pieces, tiles);
    for (const Color side : all_colors) EXPECT_FALSE(tiles.legal[side].any());
    find_legal_tiles({{Bitboard(Square::d4), {}}}, std::span(pieces).first(1), tiles);
    for (const Color side : all_colors) EXPECT_FALSE(tiles.legal[side].any());
}

TEST(LegalTiles, ForgetWhatTheyHeldBefore) {
    LegalTiles tiles;
    for (const Color side : all_colors) tiles.legal[side].rows.fill(~std::uint64_t{0});
    LegalTiles fresh;
    find_legal_tiles({}, {}, tiles);
    find_legal_tiles({}, {}, fresh);
    for (const Color side : all_colors) EXPECT_EQ(tiles.legal[side], fresh.legal[side]);
}

}  // namespace
}  // namespace philidor
