#include "philidor/chess/attacks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/detail/pext_sliders.hpp"
#include "philidor/chess/detail/slider_table.hpp"
#include "philidor/chess/detail/slow_attacks.hpp"

namespace philidor {
namespace {

/// The distance from the first square to the second.
struct Distance {
    int files;
    int ranks;
};

Distance distance(Square a, Square b) {
    return {static_cast<int>(file_of(b)) - static_cast<int>(file_of(a)),
            static_cast<int>(rank_of(b)) - static_cast<int>(rank_of(a))};
}

TEST(Attacks, OfKnightsKingsAndPawnsAreAMatterOfDistance) {
    for (const Square from : Bitboard::all()) {
        for (const Square to : Bitboard::all()) {
            const auto [files, ranks] = distance(from, to);
            const bool is_knight_step = std::abs(files * ranks) == 2;
            const bool is_king_step = std::max(std::abs(files), std::abs(ranks)) == 1;
            EXPECT_EQ(knight_attacks(from).has(to), is_knight_step);
            EXPECT_EQ(king_attacks(from).has(to), is_king_step);
            EXPECT_EQ(pawn_attacks(Color::white, from).has(to), std::abs(files) == 1 && ranks == 1);
            EXPECT_EQ(pawn_attacks(Color::black, from).has(to), std::abs(files) == 1 && ranks == -1);
        }
    }
}

/// Calls `check(square, occupied)` for each square and each occupation of the squares that matter to a slider
/// that moves by `steps`.
template <class Check>
void for_each_relevant_occupancy(const std::array<slow::Step, 4>& steps, Check check) {
    for (const Square square : Bitboard::all()) {
        const Bitboard relevant = detail::relevant_squares(square, steps);
        Bitboard occupied;
        do {
            check(square, occupied);
            if (testing::Test::HasFatalFailure()) return;  // one failure is enough
            occupied = Bitboard::from_bits((occupied.bits() - relevant.bits()) & relevant.bits());
        } while (occupied.any());
    }
}

/// Calls `check(square, occupied)` for seeded random occupations, sparse and dense, anywhere on the board.
template <class Check>
void for_each_random_occupancy(Check check) {
    std::mt19937_64 random(1);
    for (const Square square : Bitboard::all()) {
        for (int i = 0; i < 1000; ++i) {
            const auto bits = i % 2 == 0 ? random() & random() : random() | random();
            check(square, Bitboard::from_bits(bits));
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(Attacks, RelevantSquaresAreTheRaysWithoutTheirLastSquares) {
    EXPECT_EQ(picture(detail::relevant_squares(Square::d4, slow::rook_steps)),
              "........\n"
              "...1....\n"
              "...1....\n"
              "...1....\n"
              ".11.111.\n"
              "...1....\n"
              "...1....\n"
              "........\n");
    EXPECT_EQ(picture(detail::relevant_squares(Square::b1, slow::bishop_steps)),
              "........\n"
              "........\n"
              "......1.\n"
              ".....1..\n"
              "....1...\n"
              "...1....\n"
              "..1.....\n"
              "........\n");
}

TEST(Attacks, SlidersStopAtTheFirstMan) {
    const Bitboard occupied = Bitboard(Square::d6) | Bitboard(Square::d7) | Bitboard(Square::f4) |
                              Bitboard(Square::b2) | Bitboard(Square::h8);
    EXPECT_EQ(picture(queen_attacks(Square::d4, occupied)),
              ".......1\n"
              "1.....1.\n"
              ".1.1.1..\n"
              "..111...\n"
              "111.11..\n"
              "..111...\n"
              ".1.1.1..\n"
              "...1..1.\n");
}

TEST(Attacks, OfMagicSlidersAreThoseOfAWalk) {
    for_each_relevant_occupancy(slow::rook_steps, [](Square square, Bitboard occupied) {
        ASSERT_EQ(rook_attacks(square, occupied), slow::rook_attacks(square, occupied));
    });
    for_each_relevant_occupancy(slow::bishop_steps, [](Square square, Bitboard occupied) {
        ASSERT_EQ(bishop_attacks(square, occupied), slow::bishop_attacks(square, occupied));
    });
}

TEST(Attacks, OfMagicSlidersIgnoreMenElsewhere) {
    for_each_random_occupancy([](Square square, Bitboard occupied) {
        ASSERT_EQ(rook_attacks(square, occupied), slow::rook_attacks(square, occupied));
        ASSERT_EQ(bishop_attacks(square, occupied), slow::bishop_attacks(square, occupied));
        ASSERT_EQ(queen_attacks(square, occupied),
                  slow::rook_attacks(square, occupied) | slow::bishop_attacks(square, occupied));
    });
}

#ifdef __x86_64__

/// What the PEXT instruction does, bit by bit, so that its tables are tested on every machine.
std::uint64_t extract_bits(std::uint64_t word, std::uint64_t mask) {
    std::uint64_t result = 0;
    unsigned next = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
        if ((mask >> bit & 1U) == 0) continue;
        result |= (word >> bit & 1U) << next;
        ++next;
    }
    return result;
}

TEST(Attacks, InPextTablesAreThoseOfAWalk) {
    const detail::PextTables& tables = detail::pext_tables;
    const auto check_rook = [&tables](Square square, Bitboard occupied) {
        const auto place = extract_bits(occupied.bits(), tables.rook_relevant[square].bits());
        ASSERT_EQ(tables.rook_attacks[square][place], slow::rook_attacks(square, occupied));
    };
    const auto check_bishop = [&tables](Square square, Bitboard occupied) {
        const auto place = extract_bits(occupied.bits(), tables.bishop_relevant[square].bits());
        ASSERT_EQ(tables.bishop_attacks[square][place], slow::bishop_attacks(square, occupied));
    };
    for_each_relevant_occupancy(slow::rook_steps, check_rook);
    for_each_relevant_occupancy(slow::bishop_steps, check_bishop);
    for_each_random_occupancy(check_rook);
    for_each_random_occupancy(check_bishop);
}

#endif

TEST(Attacks, OfAnyManAreThoseOfItsKind) {
    const Bitboard occupied = Bitboard(Rank::second) | Bitboard(Rank::seventh) | Bitboard(File::c);
    for (const Square square : Bitboard::all()) {
        for (const Color color : all_colors) {
            const auto attacks = [&](PieceType type) {
                return attacks_of(make_piece(color, type), square, occupied);
            };
            EXPECT_EQ(attacks(PieceType::pawn), pawn_attacks(color, square));
            EXPECT_EQ(attacks(PieceType::knight), knight_attacks(square));
            EXPECT_EQ(attacks(PieceType::bishop), bishop_attacks(square, occupied));
            EXPECT_EQ(attacks(PieceType::rook), rook_attacks(square, occupied));
            EXPECT_EQ(attacks(PieceType::queen), queen_attacks(square, occupied));
            EXPECT_EQ(attacks(PieceType::king), king_attacks(square));
        }
    }
}

/// One step from `a` towards `b` along a rank, file or diagonal; no step if they share none.
slow::Step step_towards(Square a, Square b) {
    const auto [files, ranks] = distance(a, b);
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return {0, 0};
    const auto sign = [](int x) { return (x > 0) - (x < 0); };
    return {sign(files), sign(ranks)};
}

TEST(Lines, BetweenIsAWalkFromOneSquareToTheOther) {
    for (const Square a : Bitboard::all()) {
        for (const Square b : Bitboard::all()) {
            const slow::Step step = step_towards(a, b);
            Bitboard expected;
            if (step.files != 0 || step.ranks != 0) {
                Square square = slow::step_from(a, step).first();
                while (square != b) {
                    expected.add(square);
                    square = slow::step_from(square, step).first();
                }
            }
            EXPECT_EQ(picture(between(a, b)), picture(expected)) << to_string(a) << to_string(b);
        }
    }
}

TEST(Lines, LineThroughTwoSquaresRunsFromEdgeToEdge) {
    for (const Square a : Bitboard::all()) {
        for (const Square b : Bitboard::all()) {
            const slow::Step step = step_towards(a, b);
            Bitboard expected;
            if (step.files != 0 || step.ranks != 0) {
                // Back to the edge, then forward to the other edge.
                Bitboard here(a);
                const slow::Step back{-step.files, -step.ranks};
                while (slow::step_from(here.first(), back).any()) here = slow::step_from(here.first(), back);
                for (; here.any(); here = slow::step_from(here.first(), step)) expected |= here;
            }
            EXPECT_EQ(picture(line_through(a, b)), picture(expected)) << to_string(a) << to_string(b);
        }
    }
}

TEST(Lines, ArePictured) {
    EXPECT_EQ(between(Square::b2, Square::e5), Bitboard(Square::c3) | Bitboard(Square::d4));
    EXPECT_TRUE(between(Square::a1, Square::b3).is_empty());
    EXPECT_TRUE(between(Square::a1, Square::a1).is_empty());
    EXPECT_TRUE(line_through(Square::a1, Square::a1).is_empty());
    EXPECT_EQ(line_through(Square::c1, Square::f1), Bitboard(Rank::first));
}

}  // namespace
}  // namespace philidor
