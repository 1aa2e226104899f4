#include "philidor/index/detail/tile_layout.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/material/material_key.hpp"

namespace philidor {
namespace {

using Turns = TileLayout::Turns;

MaterialKey key_of(const std::string& text) { return parse_key(text).value(); }

/// Keys of all sorts: without pieces, with like pieces, with bishops of both colours, with pawns that can be
/// mirrored or not.
const std::vector<std::string>& small_keys() {
    static const std::vector<std::string> keys{
        "KvK",          "KQvK",      "KBlvK",     "KBdvK",     "KNvKN",       "KRRvK",      "KBlBlvK",
        "KBdBlvK",      "KBlvKBd",   "KRvKR",     "KQvKNN",    "Ke4vK",       "KRe4vK",     "KRd4e4vK",
        "KRd4e4vKd5e5", "KBla2h2vK", "KNNa2vKa7", "KRRd2e2vK", "KBlBld2e2vK", "KBda2b3vKN",
    };
    return keys;
}

/// The pieces of a placement, in an order that does not depend on which of two like pieces is which.
std::vector<std::pair<std::size_t, Square>> men_of(const TileLayout& layout, const Placement& placement) {
    std::vector<std::pair<std::size_t, Square>> men;
    const auto& pieces = layout.pieces();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto first = std::ranges::find(pieces, pieces[i]) - pieces.begin();
        men.emplace_back(static_cast<std::size_t>(first), placement[i]);
    }
    std::ranges::sort(men);
    return men;
}

Placement turned(const TileLayout& layout, Placement placement, BoardTurn turn) {
    for (std::size_t i = 0; i < layout.pieces().size(); ++i) placement[i] = turn(placement[i]);
    return placement;
}

/// Calls `visit` for every placement with bishops on squares of their colours, no piece on a pawn, and no two
/// like pieces on one square; with like pieces in every order.
void for_each_placement(const MaterialKey& key, const std::function<void(const Placement&)>& visit) {
    const auto pieces = key.pieces();
    Placement placement{};
    const std::function<void(std::size_t)> place = [&](std::size_t piece) {
        if (piece == pieces.size()) return visit(placement);
        for (const Square square : squares_of(pieces[piece].kind) - key.pawn_squares()) {
            bool is_taken = false;
            for (std::size_t i = 0; i < piece; ++i) {
                is_taken = is_taken || (pieces[i] == pieces[piece] && placement[i] == square);
            }
            if (is_taken) continue;
            placement[piece] = square;
            place(piece + 1);
        }
    };
    place(0);
}

TEST(TileLayout, HasOneTileForTheKingsAlone) {
    const TileLayout layout(key_of("Ke4vKe5"), Turns::used);
    EXPECT_EQ(layout.tile_count(), 1U);
    EXPECT_EQ(layout.locate({}).tile, 0U);
    EXPECT_TRUE(layout.locate({}).turn.is_identity());
}

TEST(TileLayout, CountsChoicesOfSquares) {
    const auto count = [](const std::string& key, Turns turns) {
        return TileLayout(key_of(key), turns).tile_count();
    };
    EXPECT_EQ(count("KRvK", Turns::unused), 64U);
    EXPECT_EQ(count("KBlvK", Turns::unused), 32U);
    EXPECT_EQ(count("KRRvK", Turns::unused), 64U * 63 / 2);
    EXPECT_EQ(count("KNNNvK", Turns::unused), 64U * 63 * 62 / 6);
    EXPECT_EQ(count("KQRvKR", Turns::unused), 64U * 64 * 64);
    EXPECT_EQ(count("KRa2vKa7", Turns::unused), 62U);
    EXPECT_EQ(count("KBlvKa3", Turns::unused), 32U);
    EXPECT_EQ(count("KBlvKa2", Turns::unused), 31U);
}

TEST(TileLayout, UsesAPartOfTheBoardForOnePiece) {
    const auto count = [](const std::string& key) {
        return TileLayout(key_of(key), Turns::used).tile_count();
    };
    EXPECT_EQ(count("KRvK"), 10U);   // the triangle a1 d1 d4
    EXPECT_EQ(count("KBlvK"), 10U);  // only half turns and both diagonals
    EXPECT_EQ(count("KQvKR"), 640U);
    EXPECT_EQ(count("KRRvK"), 64U * 63 / 2);  // no piece is the only one of its kind
    EXPECT_EQ(count("KRRvKN"), 10U * 64 * 63 / 2);
    EXPECT_EQ(count("KRe4vK"), 63U);     // the pawn does not allow turns
    EXPECT_EQ(count("KRd4e4vK"), 31U);   // files a to d, without the pawn there
    EXPECT_EQ(count("KBld4e4vK"), 31U);  // a mirrored bishop would change its colour
}

TEST(TileLayout, FindsTheTileOfThePlacementOfATile) {
    auto keys = small_keys();
    keys.insert(keys.end(), {"KNNNvK", "KRRRa2vK", "KBlBlBla2vK"});
    for (const std::string& text : keys) {
        for (const Turns turns : {Turns::unused, Turns::used}) {
            const TileLayout layout(key_of(text), turns);
            for (std::size_t tile = 0; tile < layout.tile_count(); ++tile) {
                const auto place = layout.locate(layout.placement_of(tile));
                ASSERT_EQ(place.tile, tile) << text;
                ASSERT_TRUE(place.turn.is_identity()) << text << " tile " << tile;
            }
        }
    }
}

TEST(TileLayout, GivesEveryPlacementATileOfItsOwn) {
    for (const std::string& text : small_keys()) {
        const MaterialKey key = key_of(text);
        const TileLayout layout(key, Turns::unused);
        std::vector<bool> is_met(layout.tile_count());
        for_each_placement(key, [&](const Placement& placement) {
            const auto [tile, turn] = layout.locate(placement);
            ASSERT_LT(tile, layout.tile_count()) << text;
            ASSERT_TRUE(turn.is_identity()) << text;
            ASSERT_EQ(men_of(layout, layout.placement_of(tile)), men_of(layout, placement)) << text;
            is_met[tile] = true;
        });
        EXPECT_TRUE(std::ranges::all_of(is_met, [](bool met) { return met; })) << text;
    }
}

TEST(TileLayout, TurnsEveryPlacementToThatOfItsTile) {
    for (const std::string& text : small_keys()) {
        const MaterialKey key = key_of(text);
        const TileLayout layout(key, Turns::used);
        std::vector<bool> is_met(layout.tile_count());
        for_each_placement(key, [&](const Placement& placement) {
            const auto [tile, turn] = layout.locate(placement);
            ASSERT_LT(tile, layout.tile_count()) << text;
            ASSERT_EQ(men_of(layout, layout.placement_of(tile)),
                      men_of(layout, turned(layout, placement, turn)))
                << text;
            is_met[tile] = true;
        });
        EXPECT_TRUE(std::ranges::all_of(is_met, [](bool met) { return met; })) << text;
    }
}

TEST(TileLayout, TurnsNoPawnToAnotherSquare) {
    for (const std::string& text : small_keys()) {
        const MaterialKey key = key_of(text);
        const TileLayout layout(key, Turns::used);
        for_each_placement(key, [&](const Placement& placement) {
            const BoardTurn turn = layout.locate(placement).turn;
            for (const Color color : all_colors) {
                for (const Square square : key.pawn_squares(color)) {
                    ASSERT_TRUE(key.pawn_squares(color).has(turn(square))) << text;
                }
            }
            const bool has_pawns = key.pawn_squares().any();
            ASSERT_FALSE(has_pawns && (turn.flips_ranks() || turn.transposes())) << text;
        });
    }
}

TEST(TileLayout, DoesNotMindTheOrderOfLikePieces) {
    std::mt19937_64 random(1);
    const TileLayout layout(key_of("KRRRBlBla2vKN"), Turns::used);
    for (int i = 0; i < 2000; ++i) {
        const std::size_t tile = random() % layout.tile_count();
        Placement placement = layout.placement_of(tile);
        std::shuffle(placement.begin(), placement.begin() + 3, random);
        std::swap(placement[3], placement[4]);
        ASSERT_EQ(layout.locate(placement).tile, tile);
    }
}

}  // namespace
}  // namespace philidor
