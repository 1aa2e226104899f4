#include "philidor/chess/movegen.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/detail/kernels.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/test_support/naive_rules.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/chess/test_support/shared_positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::color_swapped;
using test_support::for_each_random_move;
using test_support::RandomGames;
using test_support::some_random_games;

/// The moves as text in a fixed order, with repeated ones kept.
template <class Moves>
std::string sorted_text(const Moves& moves) {
    std::vector<std::string> names;
    for (const Move move : moves) {
        names.push_back(to_string(move.from()) + to_string(move.to()) + ':' +
                        std::to_string(static_cast<int>(move.flag())));
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text.append(name).append(" ");
    return text;
}

/// Positions in which move generators go wrong.
constexpr std::array tricky_fens{
    // double check: only the king may move
    "4k3/8/5N2/8/8/8/8/4RK2 b - - 0 1",
    "4k3/3PR3/8/1b6/8/8/8/4K3 b - - 0 1",
    // the king may not step back along the line of the check, nor capture a guarded piece
    "8/8/8/R3k3/8/8/8/4K3 b - - 0 1",
    "4k3/4Q3/3K4/8/8/8/8/8 b - - 0 1",
    // checks that can be blocked or captured, also by pawns
    "4k3/8/8/8/1b6/8/P1PN1PPP/4K3 w - - 0 1",
    "3qk3/8/8/8/8/2P5/2p1P3/3K4 w - - 0 1",
    "4k3/8/8/8/4r3/8/3P1P2/4K3 w - - 0 1",
    // pins on every line
    "4k3/4r3/8/b6b/8/2N1Q3/4R3/r2BKB1r w - - 0 1",
    "q2rk2q/8/8/3PPP2/r1RK1N1r/2PPB3/8/b2q2b1 w - - 0 1",
    "4k3/8/8/8/1b5b/8/3P1P2/r2QK2R w K - 0 1",
    // en passant: pinned along the rank, the file, diagonals; as the answer to a check; two captures
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k2b/8/8/3pP3/8/2K5/8/8 w - d6 0 1",
    "1b2k3/8/8/3pP3/5K2/8/8/8 w - d6 0 1",
    "4k3/8/8/2PpP3/2K5/8/8/8 w - d6 0 1",
    "4k3/8/8/2PpP3/8/8/8/3QK3 w - d6 0 1",
    // promotions, with captures that remove castling rights
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
    "2b1r1k1/3P4/8/8/3K4/8/8/3R4 w - - 0 1",
    // castling: free, out of check, through attack, into attack, past attack, blocked
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/4R3/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/5R2/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/6R1/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/1R6/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "rn2k1nr/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R2bK2R w KQkq - 0 1",
};

/// The same for Chess960.
constexpr std::array tricky_chess960_fens{
    // the castling rook shields the king's square from a rook behind it
    "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
    "4k3/8/8/8/8/8/8/1K4Rr w G - 0 1",
    "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",
    // king or rook stays in place, or they swap places
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
    "1r3kr1/8/8/8/8/8/8/1R3KR1 b GBgb - 0 1",
    "2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1",
    // a piece in the path of the rook alone, or of the king alone
    "4k3/8/8/8/8/8/8/RN1K3R w HA - 0 1",
    "7k/8/8/8/8/8/8/R1NKR3 w EA - 0 1",
    "4k3/8/8/8/8/8/8/1RK1N2R w HB - 0 1",
    // an attack on the king's long path
    "4k3/8/8/4r3/8/8/8/1K4R1 w G - 0 1",
    "4k3/8/8/6r1/8/8/8/1K4R1 w G - 0 1",
    "4k3/8/8/r7/8/8/8/1RK5 w B - 0 1",
    // a third rook, outside or inside
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR b HAha - 0 1",
};

/// Calls `visit(board)` for the tricky positions, also with the colours swapped.
template <class Visit>
void for_each_tricky_board(Visit visit) {
    const auto visit_both = [&visit](const Board& board) {
        visit(board);
        visit(board_of(color_swapped(board.to_setup())));
    };
    for (const std::string_view fen : tricky_fens) visit_both(board_of(fen));
    for (const std::string_view fen : tricky_chess960_fens) visit_both(board_of(fen, Variant::chess960));
}

/// Calls `visit(board)` for the tricky positions and those of random games.
template <class Visit>
void for_each_board(Visit visit) {
    for_each_tricky_board(visit);
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [&visit](const Board& board, Move) { visit(board); });
    }
}

/// A smaller sample of them, for tests that take long for each position.
template <class Visit>
void for_each_sampled_board(Visit visit) {
    for_each_tricky_board(visit);
    unsigned number = 0;
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [&](const Board& board, Move) {
            if (number++ % 50 == 0) visit(board);
        });
    }
}

void expect_moves_of_the_rules(const Board& board) {
    ASSERT_EQ(sorted_text(legal_moves(board)), sorted_text(naive::legal_moves(board.to_setup())))
        << to_fen(board);
}

TEST(LegalMoves, AreThoseOfTheRulesInTrickyPositions) { for_each_tricky_board(expect_moves_of_the_rules); }

TEST(LegalMoves, AreThoseOfTheRulesInRandomGames) {
    for (const RandomGames& games : some_random_games) {
        for_each_random_move(games, [](const Board& board, Move) { expect_moves_of_the_rules(board); });
    }
}

TEST(LegalMoves, AreThoseOfTheRulesInTheSharedPerftFiles) {
    const auto positions = test_support::shared_positions();
    if (positions.empty()) GTEST_SKIP() << PHILIDOR_SHARED_DIR << "/perft is not there";
    for (const auto& [fen, variant] : positions) expect_moves_of_the_rules(board_of(fen, variant));
}

/// Whether castling to a side is among the legal moves.
bool lists_castling(const Board& board, CastlingSide side) {
    const MoveFlag flag = side == CastlingSide::king ? MoveFlag::king_castle : MoveFlag::queen_castle;
    return std::ranges::count(legal_moves(board), flag, &Move::flag) > 0;
}

TEST(CanCastle, SaysWhatTheMovesSayForEitherSide) {
    unsigned possible = 0;
    unsigned forbidden = 0;
    for_each_board([&](const Board& board) {
        auto turned = board.to_setup();
        turned.side_to_move = !turned.side_to_move;
        turned.en_passant = std::nullopt;
        const auto other = Board::from_setup(turned);
        for (const CastlingSide side : all_castling_sides) {
            const Color us = board.side_to_move();
            ASSERT_EQ(board.can_castle(us, side), lists_castling(board, side)) << to_fen(board);
            (board.can_castle(us, side) ? possible : forbidden) += 1;
            if (!other) continue;  // the side to move is in check
            ASSERT_EQ(board.can_castle(!us, side), lists_castling(*other, side)) << to_fen(*other);
        }
    });
    EXPECT_GT(possible, 100U);
    EXPECT_GT(forbidden, 100U);
}

TEST(LegalMoves, AreTwentyAtTheStart) {
    const MoveList moves = legal_moves(Board());
    EXPECT_EQ(moves.size(), 20U);
    EXPECT_TRUE(moves.contains(Move(Square::e2, Square::e4, MoveFlag::double_push)));
    EXPECT_TRUE(moves.contains(Move(Square::e2, Square::e3, MoveFlag::quiet)));
    EXPECT_TRUE(moves.contains(Move(Square::g1, Square::f3, MoveFlag::quiet)));
}

TEST(LegalMoves, AreTheKingsAloneInDoubleCheck) {
    for (const Move move : legal_moves(board_of("4k3/8/5N2/q7/8/8/8/4RK2 b - - 0 1"))) {
        EXPECT_EQ(move.from(), Square::e8);
    }
}

TEST(LegalMoves, CanBeTwoHundredAndEighteen) {
    const Board board = board_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    EXPECT_EQ(legal_moves(board).size(), 218U);
    EXPECT_EQ(count_legal_moves(board), 218U);
    EXPECT_EQ(sorted_text(legal_moves(board)), sorted_text(naive::legal_moves(board.to_setup())));
}

TEST(LegalMoves, CastleUnlessSomethingStandsInTheWayOrAttacksTheKingsWay) {
    struct Case {
        std::string_view fen;
        bool king_side;
        bool queen_side;
    };
    for (const Case& c : {Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true, true},
                          Case{"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", true, false},
                          Case{"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", false, true},
                          Case{"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", false, false},
                          Case{"4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", false, false},
                          Case{"4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", false, true},
                          Case{"4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", false, true},
                          Case{"4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1", true, true},
                          Case{"4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", true, false},
                          Case{"4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1", true, false},
                          Case{"4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", true, true},
                          Case{"4k3/8/8/8/r7/8/8/R3K2R w KQ - 0 1", true, true}}) {
        const MoveList moves = legal_moves(board_of(c.fen));
        EXPECT_EQ(moves.contains(Move(Square::e1, Square::g1, MoveFlag::king_castle)), c.king_side) << c.fen;
        EXPECT_EQ(moves.contains(Move(Square::e1, Square::c1, MoveFlag::queen_castle)), c.queen_side)
            << c.fen;
    }
}

TEST(LegalMoves, DoNotCastleInChess960WhenTheRookUncoversTheKing) {
    const auto castles = [](std::string_view fen) {
        const MoveList moves = legal_moves(board_of(fen, Variant::chess960));
        return std::any_of(moves.begin(), moves.end(), [](Move move) { return move.is_castle(); });
    };
    EXPECT_FALSE(castles("4k3/8/8/8/8/8/8/rRK5 w B - 0 1"));
    EXPECT_TRUE(castles("4k3/8/8/8/8/8/8/nRK5 w B - 0 1")) << "a knight is no danger";
    EXPECT_TRUE(castles("4k3/8/8/8/8/8/8/1RK5 w B - 0 1"));
}

TEST(LegalMoves, PromoteToFourKinds) {
    const Board board = board_of("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(legal_moves(board, Bitboard(Square::a7)).size(), 8U);
    for (const PieceType type : promotion_types) {
        EXPECT_TRUE(is_legal(board, Move(Square::a7, Square::a8, promotion_flag(type, false))));
        EXPECT_TRUE(is_legal(board, Move(Square::a7, Square::b8, promotion_flag(type, true))));
    }
    EXPECT_FALSE(is_legal(board, Move(Square::a7, Square::a8, MoveFlag::quiet)));
}

TEST(LegalMoves, OfAPartOfTheMenAndOfTheRestAddUp) {
    const std::array parts{Bitboard(), Bitboard::all(), Bitboard::light_squares(),
                           Bitboard(Rank::first) | Bitboard(Rank::second),
                           Bitboard(File::d) | Bitboard(File::e)};
    for_each_board([&parts](const Board& board) {
        const std::string all = sorted_text(legal_moves(board));
        for (const Bitboard part : parts) {
            std::vector<Move> moves;
            for (const Move move : legal_moves(board, part)) {
                ASSERT_TRUE(part.has(move.from())) << to_fen(board);
                moves.push_back(move);
            }
            for (const Move move : legal_moves(board, ~part)) moves.push_back(move);
            ASSERT_EQ(sorted_text(moves), all) << to_fen(board) << '\n' << picture(part);
        }
    });
}

TEST(LegalMoves, OfASquareAreNoneWhenNoneOfOursStandsThere) {
    EXPECT_TRUE(legal_moves(Board(), Bitboard(Square::e4)).empty());
    EXPECT_TRUE(legal_moves(Board(), Bitboard(Square::e7)).empty());
    EXPECT_EQ(legal_moves(Board(), Bitboard(Square::e2)).size(), 2U);
}

TEST(PseudoLegalMoves, AreTheLegalOnesAndThoseThatExposeTheKing) {
    for_each_board([](const Board& board) {
        const auto setup = board.to_setup();
        std::vector<Move> safe;
        for (const Move move : pseudo_legal_moves(board)) {
            const bool is_double = move.flag() == MoveFlag::double_push;
            const Move plain = is_double ? Move(move.from(), move.to(), MoveFlag::quiet) : move;
            if (!naive::is_in_check(naive::after(setup, plain), setup.side_to_move)) safe.push_back(move);
        }
        ASSERT_EQ(sorted_text(safe), sorted_text(legal_moves(board))) << to_fen(board);
    });
}

TEST(PseudoLegalMoves, AreThoseOfTheNaiveRules) {
    for_each_board([](const Board& board) {
        std::vector<Move> expected = naive::pseudo_legal_moves(board.to_setup());
        if (!board.legal_en_passant()) {  // en passant is listed only if at least one capture is legal
            std::erase_if(expected, [](Move move) { return move.flag() == MoveFlag::en_passant; });
        }
        // Castling is listed only if it is legal; in Chess960 the rook may expose the king.
        std::erase_if(expected, [&board](Move move) { return move.is_castle() && !is_legal(board, move); });
        ASSERT_EQ(sorted_text(pseudo_legal_moves(board)), sorted_text(expected)) << to_fen(board);
    });
}

TEST(PseudoLegalMoves, IncludeThoseOfAPinnedMan) {
    const Board board = board_of("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    const Move move(Square::e2, Square::c3, MoveFlag::quiet);
    EXPECT_TRUE(pseudo_legal_moves(board).contains(move));
    EXPECT_FALSE(legal_moves(board).contains(move));
}

TEST(CountLegalMoves, IsTheLengthOfTheList) {
    for_each_board([](const Board& board) {
        ASSERT_EQ(count_legal_moves(board), legal_moves(board).size()) << to_fen(board);
        ASSERT_EQ(has_legal_move(board), !legal_moves(board).empty()) << to_fen(board);
    });
}

TEST(IsLegal, IsMembershipInTheListForAllEncodings) {
    for_each_sampled_board([](const Board& board) {
        std::vector<bool> listed(65'536);
        for (const Move move : legal_moves(board)) listed[move.bits()] = true;
        for (unsigned bits = 0; bits < 65'536; ++bits) {
            const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
            ASSERT_EQ(is_legal(board, move), listed[bits]) << to_fen(board) << ' ' << bits;
        }
    });
}

TEST(Mate, IsCheckWithoutALegalMove) {
    const Board mated = board_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    EXPECT_TRUE(is_checkmate(mated));
    EXPECT_FALSE(is_stalemate(mated));
    EXPECT_FALSE(has_legal_move(mated));
    EXPECT_TRUE(is_checkmate(board_of("4R1k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")));
    EXPECT_FALSE(is_checkmate(board_of("4R1k1/5pp1/7p/8/8/8/8/4K3 b - - 0 1"))) << "the king gets out";
    EXPECT_FALSE(is_checkmate(Board()));
}

TEST(Mate, IsNotWhereEnPassantIsTheOnlyWayOut) {
    const std::string_view men = "8/8/6Q1/4k3/2PPp3/6P1/8/3R3K";
    const Board board = board_of(std::string(men) + " b - d3 0 1");
    EXPECT_FALSE(is_checkmate(board));
    EXPECT_EQ(count_legal_moves(board), 1U);
    EXPECT_TRUE(is_legal(board, Move(Square::e4, Square::d3, MoveFlag::en_passant)));
    EXPECT_TRUE(is_checkmate(board_of(std::string(men) + " b - - 0 1")));
}

TEST(Stalemate, IsNoCheckAndNoLegalMove) {
    const Board board = board_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    EXPECT_TRUE(is_stalemate(board));
    EXPECT_FALSE(is_checkmate(board));
    EXPECT_FALSE(is_stalemate(board_of("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")));
    EXPECT_FALSE(is_stalemate(board_of("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1"))) << "a pawn can move";
}

#ifdef __x86_64__

/// The list that a kernel makes, in the kernel's own order.
std::vector<Move> listed_by(const detail::Kernels& kernels, const Board& board) {
    MoveList moves;
    kernels.list_legal(board.position(), board.side_to_move(), Bitboard::all(), moves);
    return {moves.begin(), moves.end()};
}

TEST(Kernels, AgreeMoveByMove) {
    if (!__builtin_cpu_supports("x86-64-v3")) GTEST_SKIP() << "this processor has no BMI2";
    for_each_board([](const Board& board) {
        const auto& portable = detail::portable_kernels;
        const auto& bmi2 = detail::bmi2_kernels;
        const auto us = board.side_to_move();
        ASSERT_EQ(listed_by(portable, board), listed_by(bmi2, board)) << to_fen(board);
        ASSERT_EQ(portable.count_legal(board.position(), us), bmi2.count_legal(board.position(), us))
            << to_fen(board);
        MoveList portable_pseudo;
        MoveList bmi2_pseudo;
        portable.list_pseudo_legal(board.position(), us, portable_pseudo);
        bmi2.list_pseudo_legal(board.position(), us, bmi2_pseudo);
        ASSERT_EQ(sorted_text(portable_pseudo), sorted_text(bmi2_pseudo)) << to_fen(board);
    });
}

TEST(Kernels, AgreeOnPerft) {
    if (!__builtin_cpu_supports("x86-64-v3")) GTEST_SKIP() << "this processor has no BMI2";
    for_each_tricky_board([](const Board& board) {
        const auto us = board.side_to_move();
        ASSERT_EQ(detail::portable_kernels.perft(board.position(), us, 3),
                  detail::bmi2_kernels.perft(board.position(), us, 3))
            << to_fen(board);
    });
}

#endif

TEST(LegalMoves, CaptureEnPassantThePawnThatGivesCheck) {
    // The seed calls this capture illegal, but it removes the pawn that checks the king, and nothing is
    // pinned.
    const Board board = board_of("8/8/8/2k5/3Pp3/8/8/4KR2 b - d3 0 1");
    EXPECT_TRUE(board.is_check());
    EXPECT_EQ(std::ranges::count(legal_moves(board), MoveFlag::en_passant, &Move::flag), 1);
}

}  // namespace
}  // namespace philidor
