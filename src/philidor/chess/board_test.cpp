#include "philidor/chess/board.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/test_support/naive_rules.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::color_swapped;
using test_support::for_each_random_move;
using test_support::move_of;
using test_support::RandomGames;
using test_support::some_random_games;

Board after(const Board& board, const std::vector<std::string_view>& moves) {
    Board next = board;
    for (const std::string_view move : moves) next.play(move_of(next, move));
    return next;
}

Board after(std::string_view fen, std::string_view move) { return after(board_of(fen), {move}); }

TEST(Board, BeginsWithTheStartPosition) {
    const Board board;
    EXPECT_EQ(to_fen(board), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(board.to_setup(), Setup::start_position());
    EXPECT_EQ(board, board_of(Setup::start_position()));
    EXPECT_EQ(board.side_to_move(), Color::white);
    EXPECT_EQ(board.en_passant(), std::nullopt);
    EXPECT_EQ(board.legal_en_passant(), std::nullopt);
    EXPECT_EQ(board.halfmove_clock(), 0U);
    EXPECT_EQ(board.fullmove_number(), 1U);
    EXPECT_EQ(board.occupied().count(), 32U);
    EXPECT_EQ(board.king(Color::white), Square::e1);
    EXPECT_EQ(board.king(Color::black), Square::e8);
    EXPECT_EQ(board.pieces(Color::white, PieceType::pawn), Bitboard(Rank::second));
    EXPECT_EQ(board.pieces(Color::black, PieceType::pawn), Bitboard(Rank::seventh));
    EXPECT_FALSE(board.is_check());
}

TEST(Board, KeepsMenAsSetsAndSquareBySquareAlike) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move) {
            const auto setup = board.to_setup();
            Bitboard all;
            for (const Color color : all_colors) {
                Bitboard of_color;
                for (const PieceType type : all_piece_types) {
                    const Bitboard men = setup.pieces(color, type);
                    ASSERT_EQ(picture(board.pieces(color, type)), picture(men)) << to_fen(board);
                    ASSERT_EQ(board.pieces(type), men | setup.pieces(!color, type));
                    of_color |= men;
                }
                ASSERT_EQ(board.pieces(color), of_color);
                const Bitboard queens = setup.pieces(color, PieceType::queen);
                ASSERT_EQ(board.straight_sliders(color), queens | setup.pieces(color, PieceType::rook));
                ASSERT_EQ(board.diagonal_sliders(color), queens | setup.pieces(color, PieceType::bishop));
                all |= of_color;
            }
            ASSERT_EQ(board.occupied(), all);
            ASSERT_EQ(setup.occupied(), all);
            for (const Square square : Bitboard::all())
                ASSERT_EQ(board.piece_on(square), setup.squares[square]);
        });
    }
}

// --- En passant ---

/// The en passant square after the move, for White as given and for Black with the colours swapped.
std::optional<Square> en_passant_after(std::string_view fen, std::string_view move) {
    const Board white = after(fen, move);
    std::string black_move(move);
    for (const std::size_t at : {1U, 3U}) black_move[at] = static_cast<char>('1' + '8' - move[at]);
    const Board black = after(board_of(color_swapped(board_of(fen).to_setup())), {black_move});
    EXPECT_EQ(color_swapped(black.to_setup()).en_passant, white.en_passant()) << "the colours differ";
    EXPECT_EQ(white.legal_en_passant(), white.en_passant());
    EXPECT_EQ(black.legal_en_passant(), black.en_passant());
    return white.en_passant();
}

TEST(EnPassant, IsRecordedWhenAPawnMayCapture) {
    EXPECT_EQ(en_passant_after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"), Square::e3);
    EXPECT_EQ(en_passant_after("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4"), Square::e3);
}

TEST(EnPassant, IsNotRecordedWhenNoPawnStandsBeside) {
    EXPECT_EQ(en_passant_after("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"), std::nullopt);
    EXPECT_EQ(en_passant_after("4k3/8/8/8/2p3p1/8/4P3/4K3 w - - 0 1", "e2e4"), std::nullopt);
    EXPECT_EQ(en_passant_after("4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4"), std::nullopt);
    EXPECT_EQ(en_passant_after("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4"), std::nullopt) << "around the edge";
}

TEST(EnPassant, IsNotRecordedAfterASingleStep) {
    EXPECT_EQ(en_passant_after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e3"), std::nullopt);
    EXPECT_EQ(en_passant_after("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e3e4"), std::nullopt);
}

TEST(EnPassant, IsNotRecordedWhenBothPawnsShieldTheKingOnTheirRank) {
    EXPECT_EQ(en_passant_after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4"), std::nullopt);
    EXPECT_EQ(en_passant_after("8/8/8/8/k2p2NR/8/4P3/4K3 w - - 0 1", "e2e4"), Square::e3)
        << "a knight shields it too";
}

TEST(EnPassant, IsNotRecordedWhenThePawnIsPinnedOffItsWay) {
    EXPECT_EQ(en_passant_after("8/8/5k2/8/3p4/8/1B2P3/4K3 w - - 0 1", "e2e4"), std::nullopt)
        << "on a diagonal";
    EXPECT_EQ(en_passant_after("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4"), std::nullopt) << "on a file";
}

TEST(EnPassant, IsRecordedWhenThePawnIsPinnedAlongItsWay) {
    EXPECT_EQ(en_passant_after("8/k7/8/8/3p4/8/4P3/4K1B1 w - - 0 1", "e2e4"), Square::e3);
}

TEST(EnPassant, IsRecordedWhenOneOfTwoPawnsMayCapture) {
    const std::string_view fen = "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1";
    EXPECT_EQ(en_passant_after(fen, "e2e4"), Square::e3);
    const Board board = after(fen, "e2e4");
    EXPECT_TRUE(is_legal(board, Move(Square::f4, Square::e3, MoveFlag::en_passant)));
    EXPECT_FALSE(is_legal(board, Move(Square::d4, Square::e3, MoveFlag::en_passant)));
}

TEST(EnPassant, IsNotRecordedWhenItWouldLeaveTheKingInCheck) {
    EXPECT_EQ(en_passant_after("8/8/k7/8/3p4/8/4P3/4KB2 w - - 0 1", "e2e4"), std::nullopt) << "discovered";
}

TEST(EnPassant, IsRecordedWhenItTakesTheCheckingPawn) {
    EXPECT_EQ(en_passant_after("8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1", "e2e4"), Square::e3);
}

TEST(EnPassant, IsForgottenAfterTheNextMove) {
    const Board board = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    EXPECT_EQ(after(board, {"e8d8"}).en_passant(), std::nullopt);
    EXPECT_EQ(after(board, {"d4e3"}).en_passant(), std::nullopt);
}

TEST(EnPassant, TakesThePawnThatPassed) {
    const Board board = after(after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4"), {"d4e3"});
    EXPECT_EQ(to_fen(board), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

TEST(EnPassant, NamedByAFenIsKeptButNotLegalWithoutACapture) {
    const Board board = board_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    EXPECT_EQ(board.en_passant(), Square::e3);
    EXPECT_EQ(board.legal_en_passant(), std::nullopt);
    EXPECT_EQ(board.key(), board_of("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key());
    EXPECT_EQ(board.key(), board.computed_key());
}

// --- Castling rights ---

struct RightsCase {
    std::string_view move;
    std::string_view castling;  ///< the field of the FEN afterwards
};

std::string castling_field(const Board& board) {
    const std::string fen = to_fen(board);
    const std::size_t begin = fen.find(' ', fen.find(' ') + 1) + 1;
    return fen.substr(begin, fen.find(' ', begin) - begin);
}

TEST(CastlingRights, OfWhiteAreLostByMovesOfKingAndRooksAndByCaptures) {
    const Board board = board_of("r3k2r/1n4n1/8/8/8/8/1N4N1/R3K2R w KQkq - 0 1");
    for (const RightsCase& c :
         {RightsCase{"e1e2", "kq"}, RightsCase{"e1d1", "kq"}, RightsCase{"e1g1", "kq"},
          RightsCase{"e1c1", "kq"}, RightsCase{"h1h2", "Qkq"}, RightsCase{"h1f1", "Qkq"},
          RightsCase{"a1a2", "Kkq"}, RightsCase{"a1c1", "Kkq"}, RightsCase{"h1h8", "Qq"},
          RightsCase{"a1a8", "Kk"}, RightsCase{"b2a4", "KQkq"}, RightsCase{"g2f4", "KQkq"}}) {
        EXPECT_EQ(castling_field(after(board, {c.move})), c.castling) << c.move;
    }
}

TEST(CastlingRights, OfBlackAreLostByMovesOfKingAndRooksAndByCaptures) {
    const Board board = board_of("r3k2r/1n4n1/8/8/8/8/1N4N1/R3K2R b KQkq - 0 1");
    for (const RightsCase& c :
         {RightsCase{"e8e7", "KQ"}, RightsCase{"e8f8", "KQ"}, RightsCase{"e8g8", "KQ"},
          RightsCase{"e8c8", "KQ"}, RightsCase{"h8h7", "KQq"}, RightsCase{"h8g8", "KQq"},
          RightsCase{"a8a7", "KQk"}, RightsCase{"a8d8", "KQk"}, RightsCase{"h8h1", "Qq"},
          RightsCase{"a8a1", "Kk"}, RightsCase{"g7f5", "KQkq"}, RightsCase{"b7c5", "KQkq"}}) {
        EXPECT_EQ(castling_field(after(board, {c.move})), c.castling) << c.move;
    }
}

TEST(CastlingRights, AreLostWhenARookIsCapturedByAnyMan) {
    EXPECT_EQ(castling_field(after("r3k2r/8/8/3BB3/8/8/8/R3K2R w KQkq - 0 1", "d5a8")), "KQk");
    EXPECT_EQ(castling_field(after("r3k2r/8/8/3BB3/8/8/8/R3K2R w KQkq - 0 1", "e5h8")), "KQq");
    EXPECT_EQ(castling_field(after("r3k2r/8/8/3bb3/8/8/8/R3K2R b KQkq - 0 1", "d5h1")), "Qkq");
    EXPECT_EQ(castling_field(after("r3k2r/8/8/3bb3/8/8/8/R3K2R b KQkq - 0 1", "e5a1")), "Kkq");
}

TEST(CastlingRights, AreLostWhenARookIsCapturedByAPromotingPawn) {
    for (const std::string type : {"q", "r", "b", "n"}) {
        EXPECT_EQ(castling_field(after("r3k2r/1P4P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "b7a8" + type)), "KQk");
        EXPECT_EQ(castling_field(after("r3k2r/1P4P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "g7h8" + type)), "KQq");
        EXPECT_EQ(castling_field(after("r3k2r/8/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1", "b2a1" + type)), "Kkq");
        EXPECT_EQ(castling_field(after("r3k2r/8/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1", "g2h1" + type)), "Qkq");
    }
}

TEST(CastlingRights, AreNotWonBackByReturning) {
    const Board board = board_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(castling_field(after(board, {"h1h2", "a8a7", "h2h1", "a7a8"})), "Qk");
    EXPECT_EQ(castling_field(after(board, {"e1e2", "e8e7", "e2e1", "e7e8"})), "-");
}

TEST(CastlingRights, InChess960BelongToTheRooksWhereverTheyStand) {
    const Board board = board_of("1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1", Variant::chess960);
    EXPECT_EQ(castling_field(after(board, {"f1g1"})), "Bfb");
    EXPECT_EQ(castling_field(after(board, {"b1b5"})), "Ffb");
    EXPECT_EQ(castling_field(after(board, {"b1b8"})), "Ff");
    EXPECT_EQ(castling_field(after(board, {"d1e2"})), "fb");
}

TEST(Castling, MovesKingAndRookInChess960) {
    // The rook stands on the king's target, the king on the rook's, and one or both of them stay.
    const auto castle = [](std::string_view fen, std::string_view move, MoveFlag flag) {
        Board board = board_of(fen, Variant::chess960);
        board.play(Move(*parse_square(move.substr(0, 2)), *parse_square(move.substr(2)), flag));
        return to_fen(board.to_setup());
    };
    EXPECT_EQ(castle("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", MoveFlag::king_castle),
              "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(castle("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", MoveFlag::queen_castle),
              "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    EXPECT_EQ(castle("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1g1", MoveFlag::king_castle),
              "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    EXPECT_EQ(castle("1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8c8", MoveFlag::queen_castle),
              "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
    EXPECT_EQ(castle("4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1g1", MoveFlag::king_castle),
              "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

// --- Clocks, play and take back ---

TEST(Board, CountsPliesSinceTheLastCaptureOrPawnMove) {
    const Board board = board_of("4k3/1n6/8/2p5/8/1N6/4P3/4K3 w - - 7 30");
    EXPECT_EQ(after(board, {"e1d1"}).halfmove_clock(), 8U);
    EXPECT_EQ(after(board, {"e1d1", "e8d8"}).halfmove_clock(), 9U);
    EXPECT_EQ(after(board, {"e2e3"}).halfmove_clock(), 0U);
    EXPECT_EQ(after(board, {"b3c5"}).halfmove_clock(), 0U);
    EXPECT_EQ(after(board, {"b3c5", "b7c5"}).halfmove_clock(), 0U);
    EXPECT_EQ(after(board, {"e2e3", "e8d8"}).halfmove_clock(), 1U);
}

TEST(Board, CountsMovesAfterBlacks) {
    const Board board = board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 30");
    EXPECT_EQ(after(board, {"e1d1"}).fullmove_number(), 30U);
    EXPECT_EQ(after(board, {"e1d1", "e8d8"}).fullmove_number(), 31U);
    EXPECT_EQ(after(board, {"e1d1", "e8d8", "d1e1"}).fullmove_number(), 31U);
}

TEST(Board, KeepsFullCountersAsTheyAre) {
    Board board = *parse_fen("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535");
    const Board before = board;
    const Move step(Square::e8, Square::e7, MoveFlag::quiet);
    const Undo undo = board.play(step);
    EXPECT_EQ(to_fen(board), "8/4k3/8/8/8/8/8/R3K3 w - - 65535 65535");
    board.take_back(step, undo);
    EXPECT_EQ(board, before);
}

TEST(Board, PlaysEveryMoveByTheRules) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move move) {
            ASSERT_EQ(to_fen(board.after(move)), to_fen(naive::after(board.to_setup(), move)))
                << to_fen(board);
            ASSERT_EQ(board.after(move).to_setup(), naive::after(board.to_setup(), move));
        });
    }
}

TEST(Board, OfASetupIsTheBoardThatWasPlayedTo) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games,
                             [](const Board& board, Move) { ASSERT_EQ(board_of(board.to_setup()), board); });
    }
}

TEST(Board, TakesBackEveryMove) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& before, Move) {
            Board board = before;
            for (const Move move : legal_moves(before)) {
                const Undo undo = board.play(move);
                ASSERT_NE(board, before);
                board.take_back(move, undo);
                ASSERT_EQ(board, before) << to_fen(before);
            }
        });
    }
}

TEST(Board, TakesBackAWholeGame) {
    struct Played {
        Board before;
        Move move;
        Undo undo;
    };
    for (const Variant variant : {Variant::standard, Variant::chess960}) {
        std::vector<Played> game;
        Board board;
        for_each_random_move({.seed = 3, .games = 1, .variant = variant},
                             [&](const Board& before, Move move) {
                                 board = before;
                                 const Undo undo = board.play(move);
                                 game.push_back({before, move, undo});
                             });
        ASSERT_GT(game.size(), 20U);
        for (; !game.empty(); game.pop_back()) {
            board.take_back(game.back().move, game.back().undo);
            ASSERT_EQ(board, game.back().before);
        }
    }
}

TEST(Board, DiffersInEveryPartOfTheState) {
    const Board board = board_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 3 10");
    EXPECT_EQ(board, board_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 3 10"));
    for (const std::string_view other :
         {"r3k2r/8/8/8/3pP3/8/8/R4K1R b kq e3 3 10", "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 3 10",
          "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk e3 3 10", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 3 10",
          "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 4 10", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 3 11"}) {
        EXPECT_NE(board, board_of(other)) << other;
    }
}

// --- Keys ---

TEST(Keys, AreKeptUpToDate) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move) {
            for (const Move move : legal_moves(board)) {
                const Board next = board.after(move);
                ASSERT_EQ(next.key(), next.computed_key()) << to_fen(board) << " -> " << to_fen(next);
                ASSERT_EQ(next.pawn_key(), next.computed_pawn_key())
                    << to_fen(board) << " -> " << to_fen(next);
            }
        });
    }
}

TEST(Keys, OfPawnsChangeWithPawnsAlone) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move move) {
            const Board next = board.after(move);
            const bool same_pawns =
                board.pieces(Color::white, PieceType::pawn) == next.pieces(Color::white, PieceType::pawn) &&
                board.pieces(Color::black, PieceType::pawn) == next.pieces(Color::black, PieceType::pawn);
            ASSERT_EQ(board.pawn_key() == next.pawn_key(), same_pawns) << to_fen(board);
            ASSERT_NE(board.key(), next.key()) << to_fen(board);
        });
    }
}

TEST(Keys, OfPawnsTellWhiteFromBlack) {
    EXPECT_NE(board_of("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1").pawn_key(),
              board_of("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1").pawn_key());
    EXPECT_EQ(board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").pawn_key(), 0U);
}

TEST(Keys, AreTheSameWhateverTheOrderOfMoves) {
    const Board one = after(Board(), {"g1f3", "g8f6", "b1c3", "b8c6"});
    const Board other = after(Board(), {"b1c3", "b8c6", "g1f3", "g8f6"});
    EXPECT_EQ(one.key(), other.key());
    const Board back = after(Board(), {"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(back.key(), Board().key()) << "the clocks are no part of the key";
    EXPECT_EQ(back.pawn_key(), Board().pawn_key());
}

TEST(Keys, AreTheSameWhenADoublePushCannotBeAnsweredEnPassant) {
    const Board by_double_push = after(Board(), {"e2e4", "e7e6", "d2d4"});
    const Board by_single_steps = after(Board(), {"d2d4", "e7e6", "e2e4"});
    EXPECT_EQ(by_double_push.key(), by_single_steps.key());
}

TEST(Keys, DifferInSideToMoveCastlingAndLegalEnPassant) {
    const auto key_of = [](std::string_view fen) { return board_of(fen).key(); };
    const Key key = key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1");
    EXPECT_NE(key, key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1"));
    EXPECT_NE(key, key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b Qkq e3 0 1"));
    EXPECT_NE(key, key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk e3 0 1"));
    EXPECT_NE(key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1"),
              key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1"));
    EXPECT_EQ(key, key_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 50 99"));
}

// --- Attacks and checks ---

TEST(Board, TellsWhoAttacksASquare) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move) {
            const auto setup = board.to_setup();
            for (const Square square :
                 {board.king(Color::white), board.king(Color::black), Square::d4, Square::a8}) {
                const Bitboard expected = naive::attackers(setup, square, Color::white) |
                                          naive::attackers(setup, square, Color::black);
                ASSERT_EQ(picture(board.attackers(square, board.occupied())), picture(expected))
                    << to_fen(board);
            }
            const Bitboard checkers =
                naive::attackers(setup, board.king(board.side_to_move()), !board.side_to_move());
            ASSERT_EQ(board.checkers(), checkers);
            ASSERT_EQ(board.is_check(), checkers.any());
        });
    }
}

TEST(Board, SeesThroughMenThatAreLeftOut) {
    const Board board = board_of("4k3/8/8/4r3/4P3/8/8/4K3 w - - 0 1");
    EXPECT_TRUE((board.attackers(Square::e1, board.occupied()) & board.pieces(Color::black)).is_empty());
    EXPECT_TRUE(board.attackers(Square::e1, board.occupied() - Bitboard(Square::e4)).has(Square::e5));
}

TEST(GivesCheck, IsTrueOfExactlyTheMovesAfterWhichThereIsCheck) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move) {
            for (const Move move : legal_moves(board)) {
                ASSERT_EQ(board.gives_check(move), board.after(move).is_check())
                    << to_fen(board) << ' ' << to_string(move.from()) << to_string(move.to());
            }
        });
    }
}

TEST(GivesCheck, SeesChecksOfEveryKind) {
    const auto gives_check = [](std::string_view fen, std::string_view move) {
        const Board board = board_of(fen);
        return board.gives_check(move_of(board, move));
    };
    EXPECT_TRUE(gives_check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8")) << "plain";
    EXPECT_FALSE(gives_check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a6"));
    EXPECT_TRUE(gives_check("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6")) << "en passant opens the rank";
    EXPECT_TRUE(gives_check("8/k7/8/2PpP3/8/8/8/4K1B1 w - d6 0 1", "c5d6"))
        << "en passant opens the diagonal";
    EXPECT_FALSE(gives_check("8/k7/8/2PpP3/8/8/8/4K1B1 w - d6 0 1", "e5d6"));
    EXPECT_TRUE(gives_check("8/4P3/6k1/8/8/8/8/4K3 w - - 0 1", "e7e8b")) << "promotion";
    EXPECT_TRUE(gives_check("8/4P3/6k1/8/8/8/8/4K3 w - - 0 1", "e7e8q"));
    EXPECT_FALSE(gives_check("8/4P3/6k1/8/8/8/8/4K3 w - - 0 1", "e7e8r"));
    EXPECT_TRUE(gives_check("4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1", "e2c3")) << "discovered";
    EXPECT_FALSE(gives_check("4k3/8/8/4p3/8/8/4N3/K3R3 w - - 0 1", "e2c3"));
    EXPECT_TRUE(gives_check("8/4P3/8/8/4k3/8/8/K7 w - - 0 1", "e7e8q")) << "back over the square it left";
    EXPECT_TRUE(gives_check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1")) << "castling";
    EXPECT_FALSE(gives_check("6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
}

// --- Passing ---

TEST(Passing, LeavesAllMenAndGivesTheMoveToTheOther) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move /*move*/) {
            if (board.is_check()) return;
            const Board passed = board.after_passing();
            auto expected = board.to_setup();
            expected.side_to_move = !expected.side_to_move;
            expected.en_passant.reset();
            expected.halfmove_clock = 0;
            if (board.side_to_move() == Color::black) ++expected.fullmove_number;
            ASSERT_EQ(passed, board_of(expected)) << to_fen(board);
        });
    }
}

// --- Draws ---

TEST(InsufficientMaterial, IsKingsAloneOrWithOneMinorPiece) {
    for (const std::string_view fen :
         {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
          "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4kn2/8/8/8/8/8/8/4K3 b - - 0 1"}) {
        EXPECT_TRUE(board_of(fen).has_insufficient_material()) << fen;
    }
}

TEST(InsufficientMaterial, IsBishopsOfOneSquareColorHoweverMany) {
    for (const std::string_view fen :
         {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
          "b3k3/1b6/8/3B4/4B3/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/B7/1B6/2B1K3 w - - 0 1"}) {
        EXPECT_TRUE(board_of(fen).has_insufficient_material()) << fen;
    }
}

TEST(InsufficientMaterial, IsNotWhatCouldMateWithTheOpponentsHelp) {
    for (const std::string_view fen : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                                       "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1",
                                       "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1",
                                       "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
                                       "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1"}) {
        EXPECT_FALSE(board_of(fen).has_insufficient_material()) << fen;
    }
}

}  // namespace
}  // namespace philidor
