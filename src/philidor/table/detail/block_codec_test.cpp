#include "philidor/table/detail/block_codec.hpp"

#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/index/detail/legal_tiles.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {
namespace {

TableKey key_of(std::string_view name) { return table_for(parse_key(name).value()).key; }

LegalTiles rules_of(const TableKey& key, const TileLayout& layout, std::size_t tile) {
    std::vector<PlacedPiece> pieces;
    const Placement placement = layout.placement_of(tile);
    for (const KeyPiece piece : layout.pieces())
        pieces.push_back({piece.color, piece.kind, placement[pieces.size()]});
    LegalTiles rules;
    find_legal_tiles({{key.material().pawn_squares(Color::white), key.material().pawn_squares(Color::black)}},
                     pieces, rules);
    return rules;
}

/// Sound but random values; `density` out of 256 is the share of wins.
TileValues random_values(const LegalTiles& rules, bool is_exact, unsigned density, std::mt19937_64& random) {
    TileValues values;
    for (const Color us : all_colors) {
        for (std::size_t row = 0; row < 64; ++row) {
            for (unsigned bit = 0; bit < 64; ++bit) {
                const std::uint64_t mask = std::uint64_t{1} << bit;
                auto& proved = values[Rule::none][Certainty::proved][us].wins;
                auto& possible = values[Rule::none][Certainty::possible][us].wins;
                if ((rules.legal[us].rows[row] & mask) == 0) {
                    for (const Color winner : all_colors) proved[winner].rows[row] |= mask;
                    continue;
                }
                const bool is_won = random() % 256 < density;
                const Color winner = random() % 2 == 0 ? Color::white : Color::black;
                if (is_won) proved[winner].rows[row] |= mask;
                if (is_exact) continue;
                if (is_won || random() % 2 == 0) possible[winner].rows[row] |= mask;
                if (!is_won && random() % 2 == 0) possible[!winner].rows[row] |= mask;
            }
        }
    }
    return values;
}

/// Encodes and decodes random values of all blocks of a key.
void expect_round_trip(std::string_view name, bool is_exact, unsigned density) {
    const TableKey key = key_of(name);
    const TileLayout layout(key.material(), TileLayout::Turns::used);
    const BlockCodec codec({key, is_exact, {}}, layout);
    std::mt19937_64 random(density);
    std::vector<TileValues> all;
    for (std::size_t tile = 0; tile < layout.tile_count(); ++tile) {
        all.push_back(random_values(rules_of(key, layout, tile), is_exact, density, random));
        ASSERT_TRUE(codec.is_sound(tile, all.back())) << name << ", tile " << tile;
    }
    std::size_t seen = 0;
    for (std::size_t block = 0; block < codec.block_count(); ++block) {
        const Bytes bytes = codec.encode(block, [&](std::size_t tile) { return all[tile]; });
        codec.decode(block, layout.tile_count(), bytes, [&](std::size_t tile, const TileValues& values) {
            ASSERT_EQ(tile, seen++);
            for (const Certainty certainty : all_certainties) {
                for (const Color us : all_colors) {
                    if (us == Color::black && key.own_swap()) continue;
                    ASSERT_EQ(values[Rule::none][certainty][us].wins,
                              all[tile][Rule::none][certainty][us].wins)
                        << name << ", tile " << tile;
                }
            }
        });
    }
    EXPECT_EQ(seen, layout.tile_count());
}

TEST(BlockCodec, ReadsTheValuesItWroteEvenIfTheyMakeNoSense) {
    for (const unsigned density : {0U, 1U, 20U, 128U, 255U, 256U}) {
        if (test_support::is_sanitized && density != 20) continue;
        for (const bool is_exact : {true, false}) {
            for (const auto* name :
                 {"KvK", "Ke4vK", "Ka2b3c4vKe6f6", "Ke4vKe5", "KQvK", "KRa2vK", "KvKQh2", "KQvKQ"}) {
                expect_round_trip(name, is_exact, density);
            }
        }
    }
}

TEST(BlockCodec, DecodesUpToTheTileThatIsWanted) {
    const TableKey key = key_of("KRa2vK");
    const TileLayout layout(key.material(), TileLayout::Turns::used);
    const BlockCodec codec({key, true, {}}, layout);
    std::vector<std::size_t> tiles;
    codec.decode(1, 18, {}, [&](std::size_t tile, const TileValues&) { tiles.push_back(tile); });
    EXPECT_EQ(tiles, (std::vector<std::size_t>{16, 17, 18}));
}

TEST(BlockCodec, DecodesSoundValuesFromAnyBytes) {
    std::mt19937_64 random(7);
    for (const auto* name : {"Ka2b3c4vKe6f6", "KRa2vK", "KQvKQ"}) {
        const TableKey key = key_of(name);
        const TileLayout layout(key.material(), TileLayout::Turns::used);
        const BlockCodec codec({key, false, {}}, layout);
        for (unsigned trial = 0; trial < 20; ++trial) {
            Bytes bytes(random() % 1000);
            for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255U);
            codec.decode(0, layout.tile_count(), bytes, [&](std::size_t tile, const TileValues& values) {
                // A symmetric table has no values with Black to move yet.
                EXPECT_TRUE(key.own_swap() || codec.is_sound(tile, values)) << name << ", tile " << tile;
            });
        }
    }
}

TEST(BlockCodec, FindsContradictions) {
    const TableKey key = key_of("Ke4vK");
    const TileLayout layout(key.material(), TileLayout::Turns::used);
    const BlockCodec codec({key, false, {}}, layout);
    const LegalTiles rules = rules_of(key, layout, 0);
    std::mt19937_64 random(1);
    const TileValues sound = random_values(rules, false, 0, random);
    const auto is_sound_with = [&](Certainty certainty, Color winner, Square white_king, Square black_king) {
        TileValues values = sound;
        for (const Color color : all_colors)
            values[Rule::none][Certainty::possible][Color::white].wins[color] = {};
        values[Rule::none][certainty][Color::white].wins[winner].add(white_king, black_king);
        return codec.is_sound(0, values);
    };
    EXPECT_TRUE(is_sound_with(Certainty::possible, Color::white, Square::a1, Square::c3));
    EXPECT_FALSE(is_sound_with(Certainty::proved, Color::white, Square::a1, Square::c3))
        << "proved but not possible";
    EXPECT_FALSE(is_sound_with(Certainty::possible, Color::white, Square::a1, Square::b2))
        << "the kings touch";
    TileValues legal_as_illegal = sound;
    for (const Color color : all_colors) {
        legal_as_illegal[Rule::none][Certainty::proved][Color::white].wins[color].add(Square::a1, Square::c3);
    }
    EXPECT_FALSE(codec.is_sound(0, legal_as_illegal));
    TileValues illegal_as_legal = sound;
    illegal_as_legal[Rule::none][Certainty::proved][Color::white].wins[Color::black].rows[0] = 0;
    EXPECT_FALSE(codec.is_sound(0, illegal_as_legal));
}

}  // namespace
}  // namespace philidor
