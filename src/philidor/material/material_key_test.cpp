#include "philidor/material/material_key.hpp"

#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

using test_support::key_of;

static_assert(std::is_trivially_copyable_v<MaterialKey>);

Bitboard set_of(const std::vector<Square>& squares) {
    Bitboard set;
    for (const Square square : squares) set.add(square);
    return set;
}

MaterialKey key_of_fen(const std::string& fen) { return MaterialKey::from_board(parse_fen(fen).value()); }

/// The kind of error that these men cause.
KeyError error_of(const ByColor<PieceCounts>& pieces, const ByColor<Bitboard>& pawns) {
    const auto key = MaterialKey::make(pieces, pawns);
    EXPECT_FALSE(key);
    return key.error().kind;
}

PieceCounts several(PieceKind kind, unsigned count) {
    PieceCounts counts;
    for (; count != 0; --count) counts.add(kind);
    return counts;
}

TEST(MaterialKey, OfABoardNamesPiecesAndPawnSquares) {
    EXPECT_EQ(key_of_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), MaterialKey());
    EXPECT_EQ(key_of_fen("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1"), key_of("Ke7vK"));
    EXPECT_EQ(key_of_fen("4k3/8/8/8/8/8/8/B3K2B b - - 0 1"), key_of("KBdBlvK"));
    EXPECT_EQ(key_of_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"), key_of("Ka4d4f4d5vKa5d6f5"));
    EXPECT_EQ(MaterialKey::from_board(Board()),
              key_of("KQRRBdBlNNa2b2c2d2e2f2g2h2vKQRRBdBlNNa7b7c7d7e7f7g7h7"));
}

TEST(MaterialKey, DoesNotDependOnWhoMovesOrCastles) {
    EXPECT_EQ(key_of_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), key_of_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1"));
    EXPECT_EQ(key_of_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
              key_of_fen("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
}

TEST(MaterialKey, ListsPiecesAndPawns) {
    const MaterialKey key = key_of("KRBda2b3vKNa6");
    const std::vector<KeyPiece> expected{{Color::white, PieceKind::rook},
                                         {Color::white, PieceKind::dark_bishop},
                                         {Color::black, PieceKind::knight}};
    EXPECT_EQ(key.pieces(), expected);
    EXPECT_EQ(key.pieces(Color::white).total(), 2U);
    EXPECT_EQ(key.pawn_squares(Color::white), set_of({Square::a2, Square::b3}));
    EXPECT_EQ(key.pawn_squares(Color::black), set_of({Square::a6}));
    EXPECT_EQ(key.pawn_squares(), set_of({Square::a2, Square::b3, Square::a6}));
    EXPECT_EQ(key.piece_count(), 3U);
    EXPECT_EQ(key.man_count(), 8U);
}

TEST(MaterialKey, SeenThroughASymmetry) {
    const MaterialKey key = key_of("KRBda2b3vKNa6");
    EXPECT_EQ(key.image(Symmetry::swap_sides()), key_of("KNa3vKRBlb6a7"));
    EXPECT_EQ(key.image(Symmetry::mirror_files()), key_of("KRBlh2g3vKNh6"));
    EXPECT_EQ(key.image(Symmetry::swap_sides() * Symmetry::mirror_files()), key_of("KNh3vKRBdg6h7"));
}

TEST(MaterialKey, ChangesByOneManAtATime) {
    const MaterialKey key = key_of("KRe4vKQd7");
    EXPECT_EQ(key.without_piece(Color::black, PieceKind::queen), key_of("KRe4vKd7"));
    EXPECT_EQ(key.without_pawn(Color::black, Square::d7), key_of("KRe4vKQ"));
    EXPECT_EQ(key.with_pawn_moved(Color::white, Square::e4, Square::e5), key_of("KRe5vKQd7"));
    EXPECT_EQ(key_of("Ke7vK").with_promotion(Color::white, Square::e7, PieceKind::dark_bishop),
              key_of("KBdvK"));
}

TEST(MaterialKey, RefusesMenThatNoGameCanHave) {
    const auto pawns = [](const std::vector<Square>& squares) {
        return ByColor<Bitboard>{{set_of(squares), {}}};
    };
    EXPECT_EQ(error_of({}, pawns({Square::e1})), KeyError::pawn_on_back_rank);
    EXPECT_EQ(error_of({}, pawns({Square::e8})), KeyError::pawn_on_back_rank);
    EXPECT_EQ(error_of({}, {{Bitboard(Square::e4), Bitboard(Square::e4)}}), KeyError::shared_square);
    EXPECT_EQ(error_of({}, {{Bitboard(Rank::second) | Bitboard(Square::a3), {}}}), KeyError::too_many_pawns);
    EXPECT_EQ(error_of({{several(PieceKind::knight, 8), {}}}, {{Bitboard(Rank::second), {}}}),
              KeyError::too_many_men);
    EXPECT_EQ(
        error_of({{PieceCounts(), several(PieceKind::queen, 2)}}, {{Bitboard(), Bitboard(Rank::second)}}),
        KeyError::too_many_promotions);
    EXPECT_EQ(error_of({{several(PieceKind::rook, 11), {}}}, {}), KeyError::too_many_promotions);
    EXPECT_TRUE(MaterialKey::make({{several(PieceKind::queen, 9), {}}}, {}));
}

TEST(MaterialKey, CountsASecondBishopOfOneColorAsPromoted) {
    const ByColor<Bitboard> eight_pawns{{Bitboard(Rank::second), {}}};
    EXPECT_EQ(error_of({{several(PieceKind::dark_bishop, 2), {}}}, eight_pawns),
              KeyError::too_many_promotions);
    PieceCounts pair = several(PieceKind::dark_bishop, 1);
    pair.add(PieceKind::light_bishop);
    EXPECT_TRUE(MaterialKey::make({{pair, {}}}, eight_pawns));
}

/// Keys that each differ in one thing.
std::vector<MaterialKey> different_keys() {
    std::vector<MaterialKey> keys;
    for (const std::string text : {"KvK", "KQvK", "KvKQ", "KRvK", "KBdvK", "KBlvK", "KNvK", "Ke2vK", "Ke3vK",
                                   "KvKe2", "KvKe3", "Ke2vKe3", "Ke3vKe2", "KQe2vK", "Kd2e2vK", "KQQvK"}) {
        keys.push_back(key_of(text));
    }
    return keys;
}

TEST(MaterialKey, IsTotallyOrdered) {
    const auto keys = different_keys();
    for (const MaterialKey& a : keys) {
        for (const MaterialKey& b : keys) {
            EXPECT_EQ((a <=> b) == 0, a == b);
            EXPECT_EQ(a<b, b> a);
            for (const MaterialKey& c : keys) EXPECT_TRUE(!(a < b && b < c) || a < c);
        }
    }
}

TEST(MaterialKey, HashesPiecesAndPawns) {
    std::unordered_set<std::uint64_t> hashes;
    for (const MaterialKey& key : different_keys())
        EXPECT_TRUE(hashes.insert(key.hash()).second) << to_string(key);
    EXPECT_EQ(std::hash<MaterialKey>()(key_of("KRe2vK")), key_of("KRe2vK").hash());
}

TEST(MaterialKey, HashesWellInTheLowAndTheHighHalf) {
    std::unordered_set<std::uint64_t> low;
    std::unordered_set<std::uint64_t> high;
    std::size_t count = 0;
    for (const Square a : ~MaterialKey::back_ranks) {
        for (const Square b : ~MaterialKey::back_ranks) {
            if (a == b) continue;
            const auto key = MaterialKey::make({}, {{Bitboard(a), Bitboard(b)}}).value();
            low.insert(key.hash() & 0xFFFFFF);
            high.insert(key.hash() >> 40U);
            ++count;
        }
    }
    EXPECT_GT(low.size() + 5, count);  // chance alone makes less than one collision in 2256 keys
    EXPECT_GT(high.size() + 5, count);
}

}  // namespace
}  // namespace philidor
