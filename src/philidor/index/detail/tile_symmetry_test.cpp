#include "philidor/index/detail/tile_symmetry.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace philidor {
namespace {

std::vector<BoardTurn> all_turns() {
    std::vector<BoardTurn> turns;
    for (const bool transposes : {false, true}) {
        for (const bool flips : {false, true}) {
            for (const bool mirrors : {false, true}) turns.emplace_back(flips, mirrors, transposes);
        }
    }
    return turns;
}

Tile random_tile(std::mt19937_64& random) {
    Tile tile;
    for (std::uint64_t& row : tile.rows) row = random();
    return tile;
}

/// Whether `is_true(square)` holds for all squares.
template <class Predicate>
bool for_all_squares(const Predicate& is_true) {
    for (const Square square : Bitboard::all()) {
        if (!is_true(square)) return false;
    }
    return true;
}

/// The tile with every placement replaced by `map(white king, black king)`, a pair of squares.
template <class Map>
Tile placement_by_placement(const Tile& tile, const Map& map) {
    Tile result;
    for (const Square white : Bitboard::all()) {
        for (const Square black : tile.row(white)) {
            const auto [new_white, new_black] = map(white, black);
            result.add(new_white, new_black);
        }
    }
    return result;
}

TEST(BoardTurn, LeavesTheBoardAsItIsIfNothingIsSaid) {
    EXPECT_TRUE(BoardTurn().is_identity());
    for (const Square square : Bitboard::all()) EXPECT_EQ(BoardTurn()(square), square);
}

TEST(BoardTurn, TransposesBeforeItFlipsAndMirrors) {
    EXPECT_EQ(BoardTurn(true, false, false)(Square::b1), Square::b8);
    EXPECT_EQ(BoardTurn(false, true, false)(Square::b1), Square::g1);
    EXPECT_EQ(BoardTurn(false, false, true)(Square::b1), Square::a2);
    EXPECT_EQ(BoardTurn(true, false, true)(Square::b1), Square::a7);
    EXPECT_EQ(BoardTurn(false, true, true)(Square::b1), Square::h2);
}

TEST(BoardTurn, OfWhichThereAreEightDifferentOnes) {
    const auto turns = all_turns();
    for (const BoardTurn a : turns) {
        for (const BoardTurn b : turns) {
            EXPECT_EQ(a == b, for_all_squares([&](Square s) { return a(s) == b(s); }));
        }
        EXPECT_EQ(a.is_identity(), a == BoardTurn());
    }
}

TEST(BoardTurn, OfWhichTwoAfterEachOtherAreOne) {
    const auto turns = all_turns();
    for (const BoardTurn a : turns) {
        for (const BoardTurn b : turns) {
            const auto is_product = [&](BoardTurn c) {
                return for_all_squares([&](Square s) { return a(b(s)) == c(s); });
            };
            EXPECT_EQ(std::ranges::count_if(turns, is_product), 1);
        }
    }
}

TEST(BoardTurn, IsUndoneByItsInverse) {
    for (const BoardTurn turn : all_turns()) {
        for (const Square square : Bitboard::all()) {
            EXPECT_EQ(turn.inverse()(turn(square)), square);
            EXPECT_EQ(turn(turn.inverse()(square)), square);
        }
    }
}

TEST(BoardTurn, KeepsNeighboursTogether) {
    const auto distance = [](Square a, Square b) {
        const auto apart = [](auto x, auto y) { return std::abs(static_cast<int>(x) - static_cast<int>(y)); };
        return std::max(apart(file_of(a), file_of(b)), apart(rank_of(a), rank_of(b)));
    };
    for (const BoardTurn turn : all_turns()) {
        for (const Square a : Bitboard::all()) {
            for (const Square b : Bitboard::all()) EXPECT_EQ(distance(turn(a), turn(b)), distance(a, b));
        }
    }
}

TEST(BoardTurn, KnowsWhetherLightSquaresBecomeDark) {
    for (const BoardTurn turn : all_turns()) {
        for (const Square square : Bitboard::all()) {
            EXPECT_EQ(is_light(turn(square)) != is_light(square), turn.exchanges_square_colors());
        }
    }
}

TEST(TileSymmetry, TurnsEveryPlacement) {
    std::mt19937_64 random(1);
    for (const BoardTurn turn : all_turns()) {
        for (int i = 0; i < 5; ++i) {
            const Tile tile = random_tile(random);
            EXPECT_EQ(turned(tile, turn), placement_by_placement(tile, [&](Square white, Square black) {
                          return std::pair(turn(white), turn(black));
                      }));
            EXPECT_EQ(turned(turned(tile, turn), turn.inverse()), tile);
        }
    }
}

TEST(TileSymmetry, ExchangesTheKings) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20; ++i) {
        const Tile tile = random_tile(random);
        EXPECT_EQ(with_kings_exchanged(tile), placement_by_placement(tile, [](Square white, Square black) {
                      return std::pair(black, white);
                  }));
        EXPECT_EQ(with_kings_exchanged(with_kings_exchanged(tile)), tile);
    }
}

TEST(TileSymmetry, ShowsTheImageOfEveryPlacement) {
    std::mt19937_64 random(3);
    for (const Symmetry symmetry : all_symmetries) {
        for (int i = 0; i < 5; ++i) {
            const Tile tile = random_tile(random);
            // Swapping the sides makes the black king the white one.
            EXPECT_EQ(image(tile, symmetry), placement_by_placement(tile, [&](Square white, Square black) {
                          return symmetry.swaps_sides() ? std::pair(symmetry(black), symmetry(white))
                                                        : std::pair(symmetry(white), symmetry(black));
                      }));
            EXPECT_EQ(image(image(tile, symmetry), symmetry.inverse()), tile);
        }
    }
}

TEST(TileSymmetry, ComposesLikeTheSymmetries) {
    std::mt19937_64 random(4);
    const Tile tile = random_tile(random);
    for (const Symmetry a : all_symmetries) {
        for (const Symmetry b : all_symmetries) EXPECT_EQ(image(image(tile, b), a), image(tile, a * b));
    }
}

}  // namespace
}  // namespace philidor
