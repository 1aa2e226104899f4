#include "philidor/pawns/detail/pawn_features.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/chess/symmetry.hpp"
#include "philidor/pawns/test_support/naive_features.hpp"
#include "philidor/pawns/test_support/random_pawns.hpp"

namespace rc {

/// A structure made by adding pawns one by one, so that it shrinks to fewer pawns.
template <>
struct Arbitrary<philidor::PawnStructure> {
    static Gen<philidor::PawnStructure> arbitrary() {
        using namespace philidor;
        const auto pawn = gen::pair(gen::element(Color::white, Color::black), gen::inRange(8U, 56U));
        return gen::map(gen::container<std::vector<std::pair<Color, unsigned>>>(pawn), [](const auto& list) {
            PawnStructure structure;
            for (const auto& [color, number] : list) {
                if (structure.pawns[!color].has(square_at(number))) continue;
                if (structure.pawns[color].count() < 8) structure.pawns[color].add(square_at(number));
            }
            return structure;
        });
    }
};

}  // namespace rc

namespace philidor {

/// The board as eight lines, rank 8 first.
std::string picture(const PawnStructure& structure) {
    std::string text = picture(structure.pawns[Color::white]);
    const std::string black = picture(structure.pawns[Color::black]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '1') text[i] = 'P';
        if (black[i] == '1') text[i] = 'p';
    }
    return text;
}

/// For RapidCheck's messages.
void showValue(const PawnStructure& structure, std::ostream& stream) {
    stream << picture(structure);
}  // NOLINT

namespace {

static_assert(test_support::naive_features.size() == all_pawn_features.size());

using test_support::naive_features;
using test_support::NaiveBoard;
using test_support::NaiveFeature;
using test_support::random_pawns;

/// The image of a structure, with its sides swapped or its files mirrored.
PawnStructure image(Symmetry symmetry, const PawnStructure& structure) {
    PawnStructure turned;
    for (const Color color : all_colors) turned.pawns[symmetry(color)] = symmetry(structure.pawns[color]);
    return turned;
}

void expect_like_naive(const PawnStructure& structure) {
    for (const Color color : all_colors) {
        const PawnView view = structure.seen_by(color);
        const NaiveBoard naive(view);
        for (std::size_t i = 0; i < naive_features.size(); ++i) {
            const NamedFeature& feature = all_pawn_features[i];
            const NaiveFeature& twin = naive_features[i];
            ASSERT_EQ(feature.name, twin.name);
            const Bitboard expected = naive.squares_where(twin.rule, feature.is_of_pawns);
            if (feature.squares(view) == expected) continue;
            FAIL() << feature.name << " as " << name_of(color) << " sees it:\n"
                   << picture(feature.squares(view)) << "and a naive look:\n"
                   << picture(expected) << "at\n"
                   << picture(structure);
        }
        ASSERT_EQ(island_count(view), naive.islands()) << picture(structure);
    }
}

void expect_random_structures_like_naive(unsigned count, std::uint64_t seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (unsigned i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
        expect_like_naive(random_pawns(random));
    }
}

TEST(PawnFeatures, AreThoseOfANaiveLookAtEverySquare) {
    expect_random_structures_like_naive(test_support::samples(50'000), 1);
}

TEST(SlowPawnFeatures, AreThoseOfANaiveLookAtEverySquare) {
    expect_random_structures_like_naive(5'000'000, 2);
}

TEST(PawnFeatures, OfNoPawnsAreHolesAlone) {
    const PawnView view = PawnStructure().seen_by(Color::white);
    for (const NamedFeature& feature : all_pawn_features) {
        EXPECT_EQ(feature.squares(view).any(), feature.name == "hole") << feature.name;
    }
    EXPECT_EQ(island_count(view), 0U);
    EXPECT_EQ(majority_count(view), 0U);
}

RC_GTEST_PROP(PawnFeatureProperty,
              SymmetricStructuresHaveSymmetricFeatures,
              (const PawnStructure& structure)) {
    for (const Symmetry symmetry : all_symmetries) {
        const PawnStructure turned = image(symmetry, structure);
        for (const Color color : all_colors) {
            const PawnView view = structure.seen_by(color);
            const PawnView turned_view = turned.seen_by(symmetry(color));
            for (const NamedFeature& feature : all_pawn_features) {
                const Bitboard found = relative(color, feature.squares(view));
                const Bitboard found_in_image = relative(symmetry(color), feature.squares(turned_view));
                RC_ASSERT(found_in_image == symmetry(found));
            }
            RC_ASSERT(island_count(turned_view) == island_count(view));
            RC_ASSERT(majority_count(turned_view) == majority_count(view));
        }
    }
}

RC_GTEST_PROP(PawnFeatureProperty, FeaturesKeepTheirPromises, (const PawnStructure& structure)) {
    for (const Color color : all_colors) {
        const PawnView view = structure.seen_by(color);
        for (const NamedFeature& feature : all_pawn_features) {
            if (feature.is_of_pawns) RC_ASSERT(feature.squares(view).is_subset_of(view.own));
        }
        RC_ASSERT(!passed_pawns(view).intersects(candidate_pawns(view) | opposed_pawns(view)));
        RC_ASSERT(!isolated_pawns(view).intersects(backward_pawns(view) | connected_pawns(view)));
        RC_ASSERT(chain_bases(view).is_empty() == chain_heads(view).is_empty());
        RC_ASSERT(majority_pawns(view).any() == (majority_count(view) > 0));
    }
}

}  // namespace
}  // namespace philidor
