#include "philidor/material/canonical_key.hpp"

#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "philidor/chess/fen.hpp"
#include "philidor/material/test_support/key_of.hpp"

namespace philidor {
namespace {

static_assert(std::is_trivially_copyable_v<CanonicalKey> && sizeof(CanonicalKey) == sizeof(MaterialKey));
static_assert(!std::is_default_constructible_v<CanonicalKey>);
static_assert(!std::is_constructible_v<CanonicalKey, MaterialKey>);

/// "Ke7vK by swap sides, symmetric"
std::string verdict(const std::string& text) {
    const auto [key, symmetry] = canonicalize(test_support::key_of(text));
    std::string verdict = to_string(key) + " by " + std::string(name_of(symmetry));
    return key.is_symmetric() ? verdict + ", symmetric" : verdict;
}

// The examples of docs/canonicalization.md.

TEST(CanonicalKey, GivesWhiteTheLargerPawnStructure) {
    EXPECT_EQ(verdict("Ke7vK"), "Ke7vK by none");
    EXPECT_EQ(verdict("KvKe2"), "Ke7vK by swap sides");
    EXPECT_EQ(verdict("Ke2vKe6"), "Ke3vKe7 by swap sides");
    EXPECT_EQ(verdict("Ka2b3vKa7b6"), "Ka2b3vKb6a7 by none, symmetric");
    EXPECT_EQ(verdict("Ka2b3vKa7b7"), "Ka2b3vKa7b7 by none");
    EXPECT_EQ(verdict("Ka2b2vKa7b6"), "Ka2b3vKa7b7 by swap sides");
}

TEST(CanonicalKey, LetsPawnsDecideBeforePieces) {
    EXPECT_EQ(verdict("KvKQe2"), "KQe7vK by swap sides");
    EXPECT_EQ(verdict("KQvKe2"), "Ke7vKQ by swap sides");
    EXPECT_EQ(verdict("Ke7vKQ"), "Ke7vKQ by none");
}

TEST(CanonicalKey, GivesWhiteTheStrongerSideIfThePawnsAreEqual) {
    EXPECT_EQ(verdict("KvK"), "KvK by none, symmetric");
    EXPECT_EQ(verdict("KvKN"), "KNvK by swap sides");
    EXPECT_EQ(verdict("KQvKNN"), "KNNvKQ by swap sides");  // more men come first
    EXPECT_EQ(verdict("KRvKQ"), "KQvKR by swap sides");
    EXPECT_EQ(verdict("KBlvKR"), "KRvKBl by swap sides and mirror files");
    EXPECT_EQ(verdict("KNvKBl"), "KBlvKN by swap sides and mirror files");
    EXPECT_EQ(verdict("KNvKBd"), "KBlvKN by swap sides");
    EXPECT_EQ(verdict("KRvKR"), "KRvKR by none, symmetric");
    EXPECT_EQ(verdict("Ke4vKRe5"), "KRe4vKe5 by swap sides");
    EXPECT_EQ(verdict("KQNvKRR"), "KQNvKRR by none");
    EXPECT_EQ(verdict("KRNvKRBdd4"), "KRBld5vKRN by swap sides");
}

TEST(CanonicalKey, GivesWhiteTheLightBishopsIfAllElseIsEqual) {
    EXPECT_EQ(verdict("KBdvKBd"), "KBlvKBl by swap sides");
    EXPECT_EQ(verdict("KBlvKBl"), "KBlvKBl by none");
    EXPECT_EQ(verdict("KBdvKBl"), "KBdvKBl by none, symmetric");
    EXPECT_EQ(verdict("KBlvKBd"), "KBlvKBd by none, symmetric");
    EXPECT_EQ(verdict("KBde4vKBde5"), "KBle4vKBle5 by swap sides");
    EXPECT_EQ(verdict("KBdBdvKBdBl"), "KBdBlvKBlBl by swap sides");
}

TEST(CanonicalKey, MirrorsBishopsOfOneColorToLightSquares) {
    EXPECT_EQ(verdict("KBdvK"), "KBlvK by mirror files");
    EXPECT_EQ(verdict("KBlvK"), "KBlvK by none");
    EXPECT_EQ(verdict("KvKBd"), "KBlvK by swap sides");
    EXPECT_EQ(verdict("KvKBl"), "KBlvK by swap sides and mirror files");
    EXPECT_EQ(verdict("KBdBdvKBd"), "KBlBlvKBl by mirror files");
    EXPECT_EQ(verdict("KBdd4e4vK"), "KBld4e4vK by mirror files");
    EXPECT_EQ(verdict("KBda2h2vKd7e7"), "KBla2h2vKd7e7 by mirror files");
}

TEST(CanonicalKey, MirrorsNothingElse) {
    EXPECT_EQ(verdict("KBdBlvK"), "KBdBlvK by none");  // bishops of both colours
    EXPECT_EQ(verdict("KBde4vK"), "KBde4vK by none");  // the pawn would move to d4
    EXPECT_EQ(verdict("KBdd4e4vKe5"), "KBdd4e4vKe5 by none");
    EXPECT_EQ(verdict("Kh2vK"), "Kh2vK by none");  // a different table from Ka2vK
    EXPECT_EQ(verdict("Ka2vKh7"),
              "Kh2vKa7 by swap sides");  // its own mirror image after the swap, but not symmetric
}

TEST(CanonicalKey, LeadsABoardToTheTable) {
    const Board board = parse_fen("4k3/8/8/8/8/8/4p3/K1b5 b - - 0 1").value();
    const auto [key, symmetry] = canonicalize(MaterialKey::from_board(board));
    EXPECT_EQ(to_string(key), "KBle7vK");
    EXPECT_EQ(to_fen(symmetry(board)), "k1B5/4P3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(MaterialKey::from_board(symmetry(board)), key.material());
}

TEST(CanonicalKey, IsComparedAndHashedByItsMen) {
    const CanonicalKey pawn = test_support::canonical_key_of("Ke2vK");
    EXPECT_EQ(pawn, test_support::canonical_key_of("KvKe7"));
    EXPECT_NE(pawn, test_support::canonical_key_of("Ke3vK"));
    EXPECT_LT(pawn, test_support::canonical_key_of("Ke3vK"));
    EXPECT_EQ(std::hash<CanonicalKey>()(pawn), pawn.material().hash());
}

}  // namespace
}  // namespace philidor
