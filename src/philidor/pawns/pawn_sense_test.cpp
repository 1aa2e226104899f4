// Checks that the evaluation of pawns does not contradict what every player knows, whatever the fit has
// found.

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <utility>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/chess/setup.hpp"
#include "philidor/chess/test_support/positions.hpp"
#include "philidor/chess/test_support/random_square.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/detail/pawn_features.hpp"
#include "philidor/pawns/pawn_term.hpp"
#include "philidor/pawns/test_support/random_pawns.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::random_number;
using test_support::random_pawns;
using test_support::random_square;

constexpr unsigned structures = 2000;

constexpr std::array all_weights{&starting_pawn_weights, &tuned_pawn_weights};

void expect_no_less(Score better, Score worse, const Board& board) {
    EXPECT_GE(better.middlegame(), worse.middlegame()) << to_fen(board);
    EXPECT_GE(better.endgame(), worse.endgame()) << to_fen(board);
}

philidor::Setup setup_of(const PawnStructure& pawns) {
    philidor::Setup setup;
    for (const Color color : all_colors) {
        for (const Square square : pawns.pawns[color])
            setup.squares[square] = make_piece(color, PieceType::pawn);
    }
    return setup;
}

/// The setup with this man added, if the position is legal.
std::optional<Board> board_with(philidor::Setup setup, Piece man, Square square) {
    setup.squares[square] = man;
    const auto board = Board::from_setup(setup);
    return board ? std::optional(*board) : std::nullopt;
}

/// Pawns, and kings on random squares.
philidor::Setup random_setup(std::mt19937_64& random, const PawnStructure& pawns) {
    philidor::Setup setup = setup_of(pawns);
    for (const Piece king : {Piece::white_king, Piece::black_king}) {
        setup.squares[random_square(random, ~setup.occupied())] = king;
    }
    return setup;
}

/// The empty squares where a piece is in no pawn's way.
Bitboard squares_aside(const philidor::Setup& setup, const PawnStructure& pawns) {
    Bitboard aside = ~setup.occupied();
    for (const Color side : all_colors) aside = aside - relative(side, ahead_of(pawns.seen_by(side).own));
    return aside;
}

TEST(PawnSense, NoPawnIsWorthMoreBlockedThanFree) {
    std::mt19937_64 random(1);
    unsigned compared = 0;
    for (unsigned i = 0; i < structures; ++i) {
        const PawnStructure pawns = random_pawns(random);
        const auto setup = random_setup(random, pawns);
        const Bitboard aside = squares_aside(setup, pawns);
        if (aside.is_empty()) continue;
        for (const Square pawn : pawns.pawns[Color::white]) {
            const Square next = square_at(index_of(pawn) + 8);
            if (setup.occupied().has(next)) continue;
            for (const Piece piece : {Piece::white_knight, Piece::black_knight, Piece::black_bishop}) {
                const auto blocked = board_with(setup, piece, next);
                const auto free = board_with(setup, piece, random_square(random, aside));
                if (!blocked || !free) continue;
                ++compared;
                for (const PawnWeights* weights : all_weights) {
                    expect_no_less(evaluate_pawns(*free, *weights), evaluate_pawns(*blocked, *weights),
                                   *blocked);
                }
            }
        }
    }
    EXPECT_GT(compared, structures);
}

TEST(PawnSense, ThePawnOfTheIssueIsWorthMoreFree) {
    // The knight stands in front of the pawn, or far from it.
    const Score blocked = evaluate_pawns(board_of("7k/8/8/8/4n3/4P3/8/K7 w - - 0 1"));
    const Score free = evaluate_pawns(board_of("7k/8/8/8/7n/4P3/8/K7 w - - 0 1"));
    EXPECT_GT(free.middlegame(), blocked.middlegame());
    EXPECT_GT(free.endgame(), blocked.endgame());
}

TEST(PawnSense, AKingBesideItsPassedPawnIsAsGoodAsOneInItsWay) {
    for (const PawnWeights* weights : all_weights) {
        const Board beside = board_of("7k/8/3K4/4P3/8/8/8/8 w - - 0 1");
        const Board before = board_of("7k/8/4K3/4P3/8/8/8/8 w - - 0 1");
        expect_no_less(evaluate_pawns(beside, *weights), evaluate_pawns(before, *weights), before);
    }
}

TEST(PawnSense, APassedPawnIsNeverWorthLessOnAHigherRank) {
    for (const PawnWeights* weights : all_weights) {
        Score lower;
        for (const Rank rank :
             {Rank::second, Rank::third, Rank::fourth, Rank::fifth, Rank::sixth, Rank::seventh}) {
            const Score score = (*weights)[passed_term(rank)];
            EXPECT_GE(score.middlegame(), lower.middlegame()) << name_of(passed_term(rank));
            EXPECT_GE(score.endgame(), lower.endgame()) << name_of(passed_term(rank));
            lower = score;
        }
    }
}

/// What White's pawns are worth wherever kings and pieces stand; nothing if kings on e1 and e8 are not legal.
std::optional<ByPawnTerm<int>> white_terms(const PawnStructure& pawns) {
    philidor::Setup setup = setup_of(pawns);
    setup.squares[Square::e1] = Piece::white_king;
    const auto board = board_with(setup, Piece::black_king, Square::e8);
    if (!board) return std::nullopt;
    ByPawnTerm<int> times;
    for (const PawnTermCount& count : explain_pawns(*board)) {
        if (count.color == Color::white && count.term <= PawnTerm::passed_seventh)
            times[count.term] = count.times;
    }
    return times;
}

Score score_of(const ByPawnTerm<int>& times, const PawnWeights& weights) {
    Score score;
    for (const PawnTerm term : all_pawn_terms) score += weights[term] * times[term];
    return score;
}

/// Two white pawns of these ranks on these files.
Bitboard pair_on(std::pair<unsigned, unsigned> ranks, unsigned file, unsigned other_file) {
    return Bitboard(square_at(8 * ranks.first + file)) | Bitboard(square_at(8 * ranks.second + other_file));
}

TEST(PawnSense, ConnectedPassersAreWorthAtLeastAsMuchAsSeparateOnes) {
    std::mt19937_64 random(2);
    for (unsigned compared = 0; compared < structures;) {
        const unsigned rank = random_number(random, 1, 6);
        const unsigned other_rank = random_number(random, std::max(rank, 2U) - 1, std::min(rank + 1, 6U));
        const std::pair ranks(rank, other_rank);
        const unsigned file = random_number(random, 0, 6);
        const unsigned far_file = random_number(random, 0, 5);
        PawnStructure connected;
        PawnStructure separate;
        connected.pawns[Color::white] = pair_on(ranks, file, file + 1);
        separate.pawns[Color::white] = pair_on(ranks, far_file, random_number(random, far_file + 2, 7));
        const Bitboard white = connected.pawns[Color::white] | separate.pawns[Color::white];
        const Bitboard black =
            random_pawns(random, 0, random_number(random, 0, 4)).pawns[Color::black] - white;
        connected.pawns[Color::black] = separate.pawns[Color::black] = black;
        const auto together = white_terms(connected);
        const auto apart = white_terms(separate);
        if (!together || !apart || (*together)[PawnTerm::connected_passer] != 2) continue;
        if (passed_pawns(separate.seen_by(Color::white)).count() != 2) continue;
        ++compared;
        for (const PawnWeights* weights : all_weights) {
            const Score better = score_of(*together, *weights);
            const Score worse = score_of(*apart, *weights);
            const auto pictures = [&] { return picture(white) + '\n' + picture(black); };
            EXPECT_GE(better.middlegame(), worse.middlegame()) << pictures();
            EXPECT_GE(better.endgame(), worse.endgame()) << pictures();
        }
    }
}

}  // namespace
}  // namespace philidor
