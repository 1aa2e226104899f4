// Compares `child_keys` with play: every legal move from every legal position of a key.

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/material/test_support/key_of.hpp"
#include "philidor/material/test_support/played_changes.hpp"
#include "philidor/material/test_support/random_key.hpp"

namespace philidor {
namespace {

using namespace test_support;

/// Visits every placement of the kings and pieces of a key, with either side to move.
class Placements {
  public:
    Placements(const MaterialKey& key, ChangeCollector& collector) : collector_(collector) {
        for (const Color color : all_colors) {
            for (const Square square : key.pawn_squares(color)) {
                setup_.squares[square] = make_piece(color, PieceType::pawn);
            }
            men_.push_back({make_piece(color, PieceType::king), Bitboard::all()});
        }
        for (const auto [color, kind] : key.pieces()) {
            men_.push_back({make_piece(color, type_of(kind)), squares_of(kind)});
        }
    }

    /// Plays all moves from all placements.
    void play_all() { place(0, 0); }

  private:
    struct Man {
        Piece piece;
        Bitboard squares;
        friend bool operator==(const Man&, const Man&) = default;
    };

    /// Places the remaining men, from this one on. Like men are placed in ascending order, since swapping
    /// them makes no difference.
    void place(std::size_t man, unsigned lowest) {
        if (man == men_.size()) {
            for (const Color color : all_colors) {
                setup_.side_to_move = color;
                collector_.play_all(setup_);
            }
            return;
        }
        for (const Square square : men_[man].squares) {
            if (index_of(square) < lowest || setup_.squares[square] != Piece::none) continue;
            setup_.squares[square] = men_[man].piece;
            const bool next_is_alike = man + 1 < men_.size() && men_[man + 1] == men_[man];
            place(man + 1, next_is_alike ? index_of(square) + 1 : 0);
            setup_.squares[square] = Piece::none;
        }
    }

    ChangeCollector& collector_;
    Setup setup_;
    std::vector<Man> men_;
};

/// Plays every legal move from every legal position of the key and compares what was found, causes included.
void expect_exact(const MaterialKey& key) {
    ChangeCollector collector;
    Placements(key, collector).play_all();
    const Changes claimed = claimed_changes(key);
    EXPECT_EQ(claimed, collector.changes())
        << to_string(key) << "\nnever played:\n"
        << text_of_missing(collector.changes(), claimed) << "overlooked:\n"
        << text_of_missing(claimed, collector.changes());
    std::set<CanonicalKey> found;
    for (const auto& [change, child] : collector.changes()) found.insert(canonicalize(child).key);
    std::set<CanonicalKey> children;
    for (const ChildKey& child : child_keys(key)) {
        EXPECT_TRUE(children.insert(child.canonical).second) << "twice: " << to_string(child.canonical);
    }
    EXPECT_EQ(children, found) << to_string(key);
}

void expect_exact(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) expect_exact(key_of(key));
}

/// Random structures with these numbers of pieces.
void expect_exact_at_random(unsigned count,
                            unsigned most_pawns,
                            unsigned white_pieces,
                            unsigned black_pieces) {
    std::mt19937_64 random(1749 + most_pawns * 100 + white_pieces * 10 + black_pieces);
    for (unsigned i = 0; i < count; ++i) {
        const auto pawns = [&] { return random_number(random, 0, most_pawns); };
        MaterialKey key = random_structure(random, pawns(), pawns());
        key = with_random_pieces(random, key, Color::white, white_pieces);
        expect_exact(with_random_pieces(random, key, Color::black, black_pieces));
    }
}

TEST(ChildKeysAreThoseOfPlay, ForEverySinglePawn) {
    for (const Square square : ~MaterialKey::back_ranks) {
        expect_exact(MaterialKey::make({}, {{Bitboard(square), Bitboard()}}).value());
    }
    for (const Square square : Bitboard(File::b) - MaterialKey::back_ranks) {
        expect_exact(MaterialKey::make({}, {{Bitboard(), Bitboard(square)}}).value());
    }
}

TEST(ChildKeysAreThoseOfPlay, ForAllPairsThatMayTakeEnPassant) {
    for (const File file : all_files) {
        for (const File other : all_files) {
            for (const Rank rank : {Rank::fourth, Rank::fifth}) {
                const auto distance = static_cast<int>(file) - static_cast<int>(other);
                if (distance != 1 && distance != -1) continue;
                ByColor<Bitboard> pawns;
                pawns[Color::white].add(make_square(file, rank));
                pawns[Color::black].add(make_square(other, rank));
                expect_exact(MaterialKey::make({}, pawns).value());
            }
        }
    }
}

TEST(ChildKeysAreThoseOfPlay, WhereEnPassantIsBlocked) {
    expect_exact({"Ke5d7vKd5", "Ke5d6vKd5", "Ke5vKd5d6", "Ke5vKd5d7", "Ke5c5vKd5", "Kd4e2vKe4d3", "Kd4d2vKe4",
                  "Kd4vKe4d2", "Kd4vKc4e4", "Ka5b2vKb5a7", "Kh4vKg4h2", "Kd2vKe4c4", "Ke5g5vKd5f5h5"});
}

TEST(ChildKeysAreThoseOfPlay, ForBlockedAndDefendedPawns) {
    expect_exact({"Ke4vKe5", "Ke2vKe3", "Ke2vKe4", "Ke6vKe7", "Kd4e5vKd5e6", "Ka4b5vKa5b6", "Kd4e5f6vK",
                  "Ka2b3vKa7b6", "Kb7vKa7c7", "Kd4e4vKd5e5", "Ka2a3a4vKa5a6a7", "Ke4vKd5f5",
                  "Kd2e2f2vKd3e3f3", "KvKa7b6c5d4"});
}

TEST(ChildKeysAreThoseOfPlay, ForTheFamousStructures) {
    expect_exact({"Ka4d4f4d5vKa5d6f5",                               // Lasker-Reichhelm
                  "Ka2b2c2d2e2f2g2h2vKa7b7c7d7e7f7g7h7",             // the start of the game
                  "Kb2d2f2h2b4d4f4h4vKb6d6f6h6a7c7e7g7",             // no dark-squared bishop can move
                  "Ka3c3e3g3a2c2e2g2vKb5d5f5h5b7d7f7h7",             // nor a light-squared one here
                  "Ka3b3c3a4c4a5b5c5vKb4", "Kg4vKa5b5c5a6c6a7b7c7",  // a walled-in pawn
                  "Kb4vKa3b3c3a4c4a5b5c5"});
}

TEST(ChildKeysAreThoseOfPlay, ForRandomStructuresOfAFewPawns) { expect_exact_at_random(80, 2, 0, 0); }

TEST(ChildKeysAreThoseOfPlay, ForRandomStructuresOfManyPawns) { expect_exact_at_random(100, 8, 0, 0); }

TEST(ChildKeysAreThoseOfPlay, ForEachKindOfPieceThatPawnsTakeAndBecome) {
    expect_exact({"Ke7vKQ", "Kb7vKBl", "KBdvKd5e6", "KvKBlg2"});
}

TEST(ChildKeysAreThoseOfPlay, ForPiecesInACrowd) {
    expect_exact({"KBdb2d2f2h2b4d4f4h4vKb6d6f6h6a7c7e7g7",   // a bishop that never moves
                  "KBla3c3e3g3a2c2e2g2vKb5d5f5h5b7d7f7h7",   // the other one
                  "KRa3b3c3a4c4a5b5c5vKb4d7e6f7g6h7d5f5",    // a pawn that no rook reaches
                  "KQa3b3c3a4c4a5b5c5vKb4d7e6f7g6h7d5f5",    // nor a queen
                  "KNa3b3c3a4c4a5b5c5vKb4d7e6f7g6h7d5f5"});  // but a knight does
}

// The same for more keys.

TEST(SlowChildKeysAreThoseOfPlay, ForEachKindOfPieceWithEachPawnOfTwoFiles) {
    for (const PieceKind kind : all_piece_kinds) {
        for (const Color owner : all_colors) {
            for (const Square square : (Bitboard(File::a) | Bitboard(File::e)) - MaterialKey::back_ranks) {
                ByColor<PieceCounts> pieces;
                pieces[owner].add(kind);
                expect_exact(MaterialKey::make(pieces, {{Bitboard(square), Bitboard()}}).value());
            }
        }
    }
}

TEST(SlowChildKeysAreThoseOfPlay, ForRandomStructuresWithOnePiece) {
    for (const unsigned most_pawns : {2U, 4U, 8U}) {
        expect_exact_at_random(25, most_pawns, 1, 0);
        expect_exact_at_random(25, most_pawns, 0, 1);
    }
}

TEST(SlowChildKeysAreThoseOfPlay, ForManyRandomStructures) {
    expect_exact_at_random(2000, 3, 0, 0);
    expect_exact_at_random(2000, 8, 0, 0);
}

TEST(SlowChildKeysAreThoseOfPlay, WithTwoPieces) {
    expect_exact({"KBdvKBd", "KBdvKBl", "KRe7vKN", "KQa5vKBdb5", "KBdBla7vK"});
    expect_exact_at_random(4, 8, 1, 1);
}

}  // namespace
}  // namespace philidor
