#include "philidor/pawns/detail/pawn_eval.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/pawns/detail/pawn_hash.hpp"

namespace philidor {

/// For GoogleTest's messages.
void PrintTo(Score score, std::ostream* stream) {  // NOLINT(readability-identifier-naming)
    *stream << score.middlegame() << ' ' << score.endgame();
}

namespace {

using test_support::board_of;

/// Weights that are different for each term, so that mistakes cannot cancel out.
constexpr PawnWeights odd_weights = [] {
    PawnWeights weights;
    int next = 1;
    for (const PawnTerm term : all_pawn_terms) {
        weights[term] = {next, -3 * next};
        next = next * 7 % 1009 + 1;
    }
    return weights;
}();

/// The count of a term for a colour; 0 if it does not occur.
int times(std::string_view fen, PawnTerm term, Color color) {
    for (const PawnTermCount& count : explain_pawns(board_of(fen))) {
        if (count.term == term && count.color == color) return count.times;
    }
    return 0;
}

std::optional<Bitboard> squares(std::string_view fen, PawnTerm term, Color color) {
    for (const PawnTermCount& count : explain_pawns(board_of(fen))) {
        if (count.term == term && count.color == color) return count.squares;
    }
    return std::nullopt;
}

/// A board with up to 8 pawns and a few pieces on each side, without castling rights; nothing if it is not
/// legal.
rc::Gen<std::optional<Board>> boards() {
    using Man = std::pair<Piece, Square>;
    const auto square_in = [](unsigned first, unsigned last) {
        return rc::gen::map(rc::gen::inRange(first, last + 1), square_at);
    };
    const auto pawn = rc::gen::pair(rc::gen::element(Piece::white_pawn, Piece::black_pawn), square_in(8, 55));
    const auto piece = rc::gen::pair(
        rc::gen::element(Piece::white_rook, Piece::black_rook, Piece::white_knight, Piece::black_bishop),
        square_in(0, 63));
    const auto men = rc::gen::tuple(rc::gen::container<std::vector<Man>>(pawn),
                                    rc::gen::container<std::vector<Man>>(piece), square_in(0, 63),
                                    square_in(0, 63), rc::gen::element(Color::white, Color::black));
    return rc::gen::map(men, [](const auto& drawn) -> std::optional<Board> {
        const auto& [pawns, pieces, white_king, black_king, side_to_move] = drawn;
        Setup setup;
        setup.side_to_move = side_to_move;
        for (const auto& [man, square] : pawns) setup.squares[square] = man;
        for (std::size_t i = 0; i < std::min<std::size_t>(pieces.size(), 4); ++i) {
            setup.squares[pieces[i].second] = pieces[i].first;
        }
        setup.squares[white_king] = Piece::white_king;
        setup.squares[black_king] = Piece::black_king;
        const auto board = Board::from_setup(setup);
        if (!board) return std::nullopt;
        return *board;
    });
}

RC_GTEST_PROP(PawnEvalProperty, SwappingTheSidesChangesTheSignAndMirroringNothing, ()) {
    const auto board = *rc::gen::suchThat(boards(), [](const auto& drawn) { return drawn.has_value(); });
    for (const PawnWeights& weights : {odd_weights, tuned_pawn_weights}) {
        const Score score = evaluate_pawns(*board, weights);
        for (const Symmetry symmetry : all_symmetries) {
            const Board image = symmetry(*board);
            const Score expected = symmetry.swaps_sides() ? -score : score;
            RC_ASSERT(evaluate_pawns(image, weights) == expected);
            const int value = tapered(score, phase_of(*board));
            RC_ASSERT(tapered(expected, phase_of(image)) == (symmetry.swaps_sides() ? -value : value));
        }
    }
}

RC_GTEST_PROP(PawnEvalProperty, TheExplanationAddsUp, ()) {
    const auto board = *rc::gen::suchThat(boards(), [](const auto& drawn) { return drawn.has_value(); });
    Score sum;
    for (const PawnTermCount& count : explain_pawns(*board, odd_weights)) sum += count.score;
    RC_ASSERT(sum == evaluate_pawns(*board, odd_weights));
}

RC_GTEST_PROP(PawnEvalProperty, TheHashRemembersWhatIsComputed, ()) {
    PawnHash hash(odd_weights, 4);
    const auto drawn = *rc::gen::container<std::vector<std::optional<Board>>>(boards());
    for (int round = 0; round < 2; ++round) {
        for (const auto& board : drawn) {
            if (board) RC_ASSERT(hash.evaluate(*board) == evaluate_pawns(*board, odd_weights));
        }
    }
}

TEST(PawnEval, FindsTheStartPositionEven) {
    EXPECT_EQ(evaluate_pawns(Board()), Score());
    EXPECT_EQ(evaluate_pawns(board_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), odd_weights), Score());
}

TEST(PawnEval, ScoresAStructureAsTheSumOfItsTerms) {
    PawnWeights weights;
    weights[PawnTerm::doubled] = {-10, -20};
    weights[PawnTerm::isolated] = {-15, -25};
    // White: a2 and a3 are doubled, and both isolated. Black: f6 and h6 are isolated from each other.
    const Board board = board_of("4k3/8/5p1p/8/8/P7/P7/4K3 w - - 0 1");
    EXPECT_EQ(evaluate_pawns(board, weights), Score(-10, -20));
}

TEST(PawnEval, MarksThePawnsOfEachSideWhereTheyStand) {
    constexpr auto fen = "4k3/8/5p1p/8/8/P7/P7/4K3 w - - 0 1";
    EXPECT_EQ(squares(fen, PawnTerm::doubled, Color::white), Bitboard(Square::a2));
    EXPECT_EQ(squares(fen, PawnTerm::isolated, Color::black), Bitboard(Square::f6) | Bitboard(Square::h6));
    EXPECT_EQ(squares(fen, PawnTerm::passed_third, Color::white), Bitboard(Square::a3));
    EXPECT_EQ(squares(fen, PawnTerm::passed_third, Color::black),
              Bitboard(Square::f6) | Bitboard(Square::h6));
}

TEST(PawnEval, CountsTheBlockedPasser) {
    EXPECT_EQ(times("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", PawnTerm::blocked_passer, Color::white), 0);
    EXPECT_EQ(times("8/8/4k3/4P3/8/8/8/4K3 w - - 0 1", PawnTerm::blocked_passer, Color::white), 1);
    EXPECT_EQ(times("8/8/4K3/4P3/8/8/8/4k3 w - - 0 1", PawnTerm::blocked_passer, Color::white), 1);
    EXPECT_EQ(times("4k3/8/8/8/4p3/4N3/8/4K3 w - - 0 1", PawnTerm::blocked_passer, Color::black), 1);
}

TEST(PawnEval, CountsTheStepsOfTheKingsToTheSquareBeforeAPassedPawn) {
    constexpr auto fen = "7k/8/8/4P3/8/8/8/K7 w - - 0 1";
    EXPECT_EQ(times(fen, PawnTerm::own_king_distance, Color::white), 5);
    EXPECT_EQ(times(fen, PawnTerm::enemy_king_distance, Color::white), 3);
    EXPECT_EQ(times("7k/8/4K3/4P3/8/8/8/8 w - - 0 1", PawnTerm::own_king_distance, Color::white), 1)
        << "in the way of its own pawn";
}

TEST(PawnEval, SeesTheRookBehindAPassedPawn) {
    const auto has_rook = [](std::string_view fen) {
        return times(fen, PawnTerm::rook_behind, Color::white) > 0;
    };
    EXPECT_TRUE(has_rook("7k/8/8/4P3/8/8/8/K3R3 w - - 0 1"));
    EXPECT_FALSE(has_rook("4R3/7k/8/4P3/8/8/8/K7 w - - 0 1")) << "it stands in front";
    EXPECT_FALSE(has_rook("7k/8/8/4P3/8/4n3/8/K3R3 w - - 0 1")) << "something is between";
    EXPECT_FALSE(has_rook("7k/8/8/4P3/8/8/8/K3r3 w - - 0 1")) << "it is the enemy's";
    EXPECT_EQ(times("3r3k/8/8/8/3p4/8/8/K7 w - - 0 1", PawnTerm::rook_behind, Color::black), 1);
}

TEST(PawnEval, KnowsTheRuleOfTheSquare) {
    const auto runs = [](std::string_view fen) {
        return times(fen, PawnTerm::unstoppable, Color::white) > 0;
    };
    EXPECT_TRUE(runs("8/8/8/P3k3/8/8/8/7K w - - 0 1")) << "the king is a step too far";
    EXPECT_FALSE(runs("8/8/8/P3k3/8/8/8/7K b - - 0 1")) << "but steps into the square";
    EXPECT_FALSE(runs("8/8/8/P2k4/8/8/8/7K w - - 0 1"));
    EXPECT_TRUE(runs("6k1/8/8/8/8/8/P7/7K w - - 0 1")) << "five moves, for it may step two";
    EXPECT_FALSE(runs("6k1/8/8/8/8/8/P7/7K b - - 0 1"));
    EXPECT_FALSE(runs("8/8/8/P4k2/8/8/8/n6K w - - 0 1")) << "a piece may stop it";
    EXPECT_FALSE(runs("K7/8/8/P4k2/8/8/8/8 w - - 0 1")) << "its own king is in the way";
    EXPECT_GT(times("7k/8/8/8/p4K2/8/8/8 b - - 0 1", PawnTerm::unstoppable, Color::black), 0);
}

TEST(Score, KeepsItsTwoPartsApart) {
    for (const int middlegame : {-30'000, -1, 0, 1, 30'000}) {
        for (const int endgame : {-30'000, -1, 0, 1, 30'000}) {
            const Score score(middlegame, endgame);
            EXPECT_EQ(score.middlegame(), middlegame);
            EXPECT_EQ(score.endgame(), endgame);
            EXPECT_EQ(-score, Score(-middlegame, -endgame));
            EXPECT_EQ(score * -7, Score(-7 * middlegame, -7 * endgame));
            EXPECT_EQ(score - Score(5, -6), Score(middlegame - 5, endgame + 6));
        }
    }
}

TEST(Score, TapersFromTheStartOfAGameToItsEnd) {
    EXPECT_EQ(phase_of(Board()), whole_phase);
    EXPECT_EQ(phase_of(board_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 0);
    EXPECT_EQ(phase_of(board_of("4k2r/8/8/8/8/8/4P3/4KN2 w - - 0 1")), 3);
    EXPECT_EQ(phase_of(board_of("qqqqkqqq/8/8/8/8/8/8/RNBQKBNR w - - 0 1")), whole_phase);
    EXPECT_EQ(tapered({24, 48}, whole_phase), 24);
    EXPECT_EQ(tapered({24, 48}, 0), 48);
    EXPECT_EQ(tapered({24, 48}, 12), 36);
}

TEST(PawnTerm, HasANameOfItsOwn) {
    EXPECT_EQ(name_of(PawnTerm::doubled), "doubled");
    EXPECT_EQ(name_of(PawnTerm::passed_fourth), "passed on rank 4");
    EXPECT_EQ(name_of(PawnTerm::unstoppable), "unstoppable");
    EXPECT_EQ(passed_term(Rank::fourth), PawnTerm::passed_fourth);
}

}  // namespace
}  // namespace philidor
