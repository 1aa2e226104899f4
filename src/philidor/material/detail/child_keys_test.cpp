#include "philidor/material/detail/child_keys.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "philidor/material/detail/key_rank.hpp"
#include "philidor/material/test_support/key_of.hpp"

// That the children match those found by play is shown in child_keys_exhaustive_test.cpp. These tests show
// what they look like.

namespace philidor {
namespace {

using test_support::key_of;

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// "KQvK: white pawn e7 promotes to a queen" for each child, in order.
std::vector<std::string> children_of(const std::string& text) {
    std::vector<std::string> children;
    for (const ChildKey& child : child_keys(key_of(text))) {
        children.push_back(to_string(child.canonical) + ": " + describe(child.cause));
    }
    return children;
}

/// The causes of all changes, in order.
std::vector<std::string> causes_of(const std::string& text) {
    std::vector<std::string> causes;
    for_each_change(key_of(text),
                    [&](const KeyChange& change, const MaterialKey&) { causes.push_back(describe(change)); });
    return causes;
}

TEST(ChildKeys, OfBareKingsAreNone) { EXPECT_THAT(children_of("KvK"), ElementsAre()); }

TEST(ChildKeys, OfALonePieceIsItsCapture) {
    EXPECT_THAT(children_of("KQvK"), ElementsAre("KvK: black takes a queen"));
}

TEST(ChildKeys, OfAPawnAtItsStart) {
    EXPECT_THAT(children_of("Ke2vK"),
                ElementsAre("Ke3vK: white pawn e2 moves to e3", "Ke4vK: white pawn e2 moves to e4",
                            "KvK: black takes the pawn on e2"));
}

TEST(ChildKeys, OfAPromotingPawn) {
    EXPECT_THAT(
        children_of("Ke7vK"),
        ElementsAre("KQvK: white pawn e7 promotes to a queen", "KRvK: white pawn e7 promotes to a rook",
                    "KBlvK: white pawn e7 promotes to a light-squared bishop",
                    "KNvK: white pawn e7 promotes to a knight", "KvK: black takes the pawn on e7"));
}

TEST(ChildKeys, OfAPawnThatTakesAndPromotes) {
    EXPECT_THAT(causes_of("KvKRe2"), Contains("black pawn e2 promotes to a rook"));
    EXPECT_THAT(causes_of("KvKRe2"), Not(Contains("black pawn e2 promotes to a rook, taking a rook")));
    EXPECT_THAT(causes_of("KRvKe2"),
                Contains("black pawn e2 promotes to a light-squared bishop, taking a rook"));
    EXPECT_THAT(causes_of("KRvKe2"), Contains("black pawn e2 promotes to a dark-squared bishop"));
}

TEST(ChildKeys, WithBishopsTakenOnTheirOwnSquaresOnly) {
    EXPECT_THAT(causes_of("Ke4vKBd"), ElementsAre("white takes a dark-squared bishop",
                                                  "white pawn e4 moves to e5", "black takes the pawn on e4"));
    EXPECT_THAT(causes_of("Ke4vKBl"), Contains("white pawn e4 takes a light-squared bishop on d5"));
    EXPECT_THAT(causes_of("Ke7vKBd"),
                Contains("white pawn e7 promotes to a queen, taking a dark-squared bishop"));
    EXPECT_THAT(causes_of("Ke7vKBl"),
                Not(Contains("white pawn e7 promotes to a queen, taking a light-squared bishop")));
}

TEST(ChildKeys, OfTwoPawnsSideBySide) {
    EXPECT_THAT(children_of("Ke5vKd5"),
                ElementsAre("Ke5vK: white takes the pawn on d5", "Ke6vKd5: white pawn e5 moves to e6",
                            "Kd6vK: white pawn e5 takes en passant on d6",
                            "Kd4vK: black takes the pawn on e5", "Ke5vKd4: black pawn d5 moves to d4"));
}

TEST(ChildKeys, WithEnPassantWhereThePawnMayHaveComeFromItsStart) {
    EXPECT_THAT(causes_of("Ke5vKd5"), Contains("white pawn e5 takes en passant on d6"));
    EXPECT_THAT(causes_of("Kd4vKe4"), Contains("black pawn e4 takes en passant on d3"));
    EXPECT_THAT(causes_of("Ke5vKd5d7"), Not(Contains("white pawn e5 takes en passant on d6")));
    EXPECT_THAT(causes_of("Ke5d6vKd5"), Not(Contains("white pawn e5 takes en passant on d6")));
    EXPECT_THAT(causes_of("Ke4vKd4"), Not(Contains("white pawn e4 takes en passant on d5")));
}

TEST(ChildKeys, WithDefendedPawnsTakenByPiecesButNotByTheKing) {
    EXPECT_THAT(causes_of("KvKd5e6"), Not(Contains("white takes the pawn on d5")));
    EXPECT_THAT(causes_of("KvKd5e6"), Contains("white takes the pawn on e6"));
    EXPECT_THAT(causes_of("KNvKd5e6"), Contains("white takes the pawn on d5"));
    EXPECT_THAT(causes_of("KBlvKd5e6"), Contains("white takes the pawn on d5"));
    EXPECT_THAT(causes_of("KRvKd5e6"), Contains("white takes the pawn on d5"));
    EXPECT_THAT(causes_of("KQvKd5e6"), Contains("white takes the pawn on d5"));
    EXPECT_THAT(causes_of("KBdvKd5e6"), Not(Contains("white takes the pawn on d5")));
}

TEST(ChildKeys, OfASymmetricKeyAreListedOnce) {
    EXPECT_THAT(children_of("Ke4vKe5"), ElementsAre("Ke4vK: white takes the pawn on e5"));
    EXPECT_THAT(causes_of("Ke4vKe5"),
                ElementsAre("white takes the pawn on e5", "black takes the pawn on e4"));
}

TEST(ChildKeys, KnowTheSymmetryThatLeadsToTheirTable) {
    for (const std::string text : {"KBle7d2vKRc7", "Ke5vKd5", "KQRBdNe7vKQRBlNd2"}) {
        for (const ChildKey& child : child_keys(key_of(text))) {
            EXPECT_EQ(child.key.image(child.symmetry), child.canonical.material());
            EXPECT_EQ(canonicalize(child.key).key, child.canonical);
        }
    }
}

/// "change: key", and for an answer en passant the pawn that takes and who is to move then.
std::vector<std::string> reads_of(const std::string& text) {
    std::vector<std::string> reads;
    for_each_table_read(key_of(text), [&](const TableRead& read) {
        std::string line = describe(read.change) + ": " + to_string(read.key);
        if (read.capturer) line += " after " + to_string(*read.capturer);
        reads.push_back(line + ", " + std::string(name_of(read.side_to_move())) + " to move");
    });
    return reads;
}

TEST(TablesRead, AreThoseOfTheChangesAndOfTheAnswersToADoublePush) {
    EXPECT_THAT(reads_of("Kd2vKc4e4"),
                ElementsAre("white takes the pawn on c4: Kd2vKe4, black to move",
                            "white takes the pawn on e4: Kd2vKc4, black to move",
                            "white pawn d2 moves to d3: Kd3vKc4e4, black to move",
                            "white pawn d2 moves to d4: Kd4vKc4e4, black to move",
                            "white pawn d2 moves to d4: KvKd3e4 after c4, white to move",
                            "white pawn d2 moves to d4: KvKd3c4 after e4, white to move",
                            "black takes the pawn on d2: KvKc4e4, white to move",
                            "black pawn c4 moves to c3: Kd2vKc3e4, white to move",
                            "black pawn e4 moves to e3: Kd2vKe3c4, white to move"));
}

TEST(TablesRead, LeaveOutTheEnPassantCapturesOfTheKeyItself) {
    EXPECT_THAT(causes_of("Kd4vKe4"), Contains(HasSubstr("en passant")));
    EXPECT_THAT(reads_of("Kd4vKe4"), Not(Contains(HasSubstr("en passant"))));
}

TEST(KeyRank, FallsWithEveryChange) {
    for (const std::string text :
         {"KBle7d2vKRc7", "Ke5g2vKd5f4", "KQRBdNe7vKQRBlNd2", "Ka2b3c4d5e6f7vKa7b6"}) {
        for_each_change(key_of(text), [&](const KeyChange& change, const MaterialKey& child) {
            EXPECT_LT(key_rank(child), key_rank(key_of(text))) << describe(change);
        });
    }
}

TEST(KeyRank, CountsPiecesAndStepsToTheLastRank) {
    EXPECT_EQ(key_rank(key_of("KvK")), 0U);
    EXPECT_EQ(key_rank(key_of("KQvKR")), 2U);
    EXPECT_EQ(key_rank(key_of("Ke7vK")), 2U);
    EXPECT_EQ(key_rank(key_of("Ke2vKd2")), 9U);
    EXPECT_EQ(key_rank(MaterialKey::from_board(Board())), highest_key_rank);
}

}  // namespace
}  // namespace philidor
