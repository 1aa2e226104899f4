#include "philidor/builder/detail/tile_kernels.hpp"

#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/attacks.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor::detail {
namespace {

/// All kernels that this machine can run.
std::vector<const TileKernels*> kernels() {
    std::vector<const TileKernels*> found{&portable_tile_kernels};
#ifdef __x86_64__
    if (__builtin_cpu_supports("x86-64-v3")) found.push_back(&avx2_tile_kernels);
    if (__builtin_cpu_supports("x86-64-v4")) found.push_back(&avx512_tile_kernels);
#endif
    return found;
}

Tile random_tile(std::mt19937_64& random, bool is_sparse = false) {
    Tile tile;
    for (std::uint64_t& row : tile.rows) row = is_sparse ? random() & random() & random() : random();
    return tile;
}

/// A line of 64 tiles, with some squares blocked, some sources empty and some targets unwanted. No king
/// stands on the square of the piece in a source, as in all legal positions.
class RandomLine {
  public:
    explicit RandomLine(std::mt19937_64& random)
        : blocked_(Bitboard::from_bits(random() & random() & random())), sources_(64), targets_(64) {
        for (const Square square : Bitboard::all()) {
            sources_[index_of(square)] = random_tile(random, true);
            remove_kings_on(sources_[index_of(square)], Bitboard(square));
            targets_[index_of(square)] = random_tile(random, true);
            if (random() % 4 != 0) filled_.add(square);
            if (random() % 4 != 0) wanted_.add(square);
        }
        filled_ -= blocked_;
        wanted_ -= blocked_;
    }

    /// The targets after the kernel has added its moves.
    [[nodiscard]] std::vector<Tile> after(void (*add_moves)(const TileLine&, RankSpan)) const {
        std::vector<Tile> targets = targets_;
        TileLine line;
        line.blocked = blocked_;
        for (const Square square : filled_) line.sources[index_of(square)] = &sources_[index_of(square)];
        for (const Square square : wanted_) line.targets[index_of(square)] = &targets[index_of(square)];
        for (const RankSpan ranks : {RankSpan{0, 3}, RankSpan{3, 8}}) add_moves(line, ranks);
        return targets;
    }

    /// The targets after every move of the piece from every square, for every placement of the kings.
    [[nodiscard]] std::vector<Tile> after_moves_of(PieceType type) const {
        std::vector<Tile> targets = targets_;
        for (const Square from : wanted_) {
            for (const Square white_king : Bitboard::all()) {
                for (const Square black_king : Bitboard::all()) {
                    const Bitboard occupied = blocked_ | Bitboard(white_king) | Bitboard(black_king);
                    for (const Square to :
                         attacks_of(make_piece(Color::white, type), from, occupied) & filled_) {
                        if (!sources_[index_of(to)].has(white_king, black_king)) continue;
                        targets[index_of(from)].add(white_king, black_king);
                    }
                }
            }
        }
        return targets;
    }

  private:
    Bitboard blocked_;
    Bitboard filled_;
    Bitboard wanted_;
    std::vector<Tile> sources_;
    std::vector<Tile> targets_;
};

TEST(TileKernels, AreChosenForThisMachine) { EXPECT_FALSE(tile_kernels().name.empty()); }

TEST(TileKernels, MovePiecesLikeTheAttackTables) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 4; ++trial) {
        const RandomLine line(random);
        for (const TileKernels* kernel : kernels()) {
            EXPECT_EQ(line.after(kernel->add_straight_moves), line.after_moves_of(PieceType::rook))
                << kernel->name;
            EXPECT_EQ(line.after(kernel->add_diagonal_moves), line.after_moves_of(PieceType::bishop))
                << kernel->name;
            EXPECT_EQ(line.after(kernel->add_knight_moves), line.after_moves_of(PieceType::knight))
                << kernel->name;
        }
    }
}

TEST(TileKernels, AgreeOnPieces) {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 300; ++trial) {
        const RandomLine line(random);
        for (const TileKernels* kernel : kernels()) {
            for (const auto moves : {&TileKernels::add_straight_moves, &TileKernels::add_diagonal_moves,
                                     &TileKernels::add_knight_moves}) {
                ASSERT_EQ(line.after(kernel->*moves), line.after(portable_tile_kernels.*moves))
                    << kernel->name;
            }
        }
    }
}

TEST(TileKernels, MoveKingsToAllNeighbours) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Tile source = random_tile(random, true);
        const Tile before = random_tile(random, true);
        for (const Color king : all_colors) {
            Tile expected = before;
            for (const Square white : Bitboard::all()) {
                for (const Square black : source.row(white)) {
                    for (const Square from : king_attacks(king == Color::white ? white : black)) {
                        expected.add(king == Color::white ? from : white,
                                     king == Color::white ? black : from);
                    }
                }
            }
            for (const TileKernels* kernel : kernels()) {
                Tile target = before;
                kernel->add_king_moves(king, source, target);
                EXPECT_EQ(target, expected) << kernel->name;
            }
        }
    }
}

TEST(TileKernels, SettleWhatIsInsideOrOutside) {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 50; ++trial) {
        const Tile reached = trial == 0 ? Tile() : random_tile(random);
        const Tile open = trial == 1 ? Tile() : random_tile(random);
        Tile inside = open;
        inside &= reached;
        Tile outside = open;
        outside -= reached;
        for (const TileKernels* kernel : kernels()) {
            Tile rest = open;
            Tile settled = random_tile(random);
            EXPECT_EQ(kernel->settle_inside(reached, rest, settled), inside.any()) << kernel->name;
            EXPECT_EQ(settled, inside) << kernel->name;
            EXPECT_EQ(rest, outside) << kernel->name;
            rest = open;
            EXPECT_EQ(kernel->settle_outside(reached, rest, settled), outside.any()) << kernel->name;
            EXPECT_EQ(settled, outside) << kernel->name;
            EXPECT_EQ(rest, inside) << kernel->name;
        }
    }
}

TEST(TileKernels, ConvertWhereNoKingMoves) {
    std::mt19937_64 random(6);
    for (int trial = 0; trial < 100; ++trial) {
        const Tile source = random_tile(random, true);
        const Tile before = random_tile(random, true);
        const auto any_square = [&] { return square_at(static_cast<unsigned>(random() % square_count)); };
        const Bitboard way = between(any_square(), any_square());
        Tile expected = before;
        for (const Square white : ~way) {
            for (const Square black : source.row(white) - way) expected.add(white, black);
        }
        for (const TileKernels* kernel : kernels()) {
            Tile target = before;
            kernel->add_conversions(source, way, target);
            EXPECT_EQ(target, expected) << kernel->name;
        }
    }
}

TEST(TileKernels, ConvertWhereAKingTakes) {
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 60; ++trial) {
        const Tile source = random_tile(random, true);
        const Tile before = random_tile(random, true);
        const Square to = square_at(static_cast<unsigned>(random() % square_count));
        for (const Color king : all_colors) {
            Tile expected = before;
            for (const Square from : king_attacks(to)) {
                for (const Square other : Bitboard::all()) {
                    const Square white = king == Color::white ? to : other;
                    const Square black = king == Color::white ? other : to;
                    if (!source.has(white, black)) continue;
                    expected.add(king == Color::white ? from : other, king == Color::white ? other : from);
                }
            }
            for (const TileKernels* kernel : kernels()) {
                Tile target = before;
                kernel->add_king_arrivals(king, source, to, target);
                EXPECT_EQ(target, expected) << kernel->name;
            }
        }
    }
}

/// The fixed point of kings alone, step by step.
void settle_slowly(Color attacker, Tile& not_won, Tile& not_lost) {
    for (bool has_changed = true; has_changed;) {
        Tile escapes;
        Tile lost;
        portable_tile_kernels.add_king_moves(!attacker, not_won, escapes);
        has_changed = portable_tile_kernels.settle_outside(escapes, not_lost, lost);
        Tile reached;
        Tile won;
        portable_tile_kernels.add_king_moves(attacker, lost, reached);
        has_changed = portable_tile_kernels.settle_inside(reached, not_won, won) || has_changed;
    }
}

TEST(TileKernels, SolveKingsAlone) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 300; ++trial) {
        Tile open_won = random_tile(random);
        const Tile open_lost = random_tile(random);
        for (int i = 0; i < trial % 8; ++i) open_won &= random_tile(random);
        for (const Color attacker : all_colors) {
            Tile expected_won = open_won;
            Tile expected_lost = open_lost;
            settle_slowly(attacker, expected_won, expected_lost);
            for (const TileKernels* kernel : kernels()) {
                Tile not_won = open_won;
                Tile not_lost = open_lost;
                kernel->solve_kings(attacker, not_won, not_lost);
                ASSERT_EQ(not_won, expected_won) << kernel->name;
                ASSERT_EQ(not_lost, expected_lost) << kernel->name;
            }
        }
    }
}

}  // namespace
}  // namespace philidor::detail
