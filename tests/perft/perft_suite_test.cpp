// Perft counts of whole files, in two ways: by the fast count, and by a slow walk through the tree that
// checks every board it meets.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/base/test_support/sample_size.hpp"
#include "philidor/chess/attacks.hpp"
#include "philidor/chess/detail/movegen_kernel.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/perft.hpp"
#include "philidor/chess/test_support/naive_rules.hpp"
#include "philidor/chess/test_support/perft_file.hpp"
#include "philidor/chess/test_support/positions.hpp"

namespace philidor {
namespace {

using test_support::board_of;
using test_support::PerftCount;
using test_support::PerftLine;
using test_support::read_perft_file;

std::vector<PerftLine> own_suite() {
    return read_perft_file(std::filesystem::path(PHILIDOR_SOURCE_DIR) / "tests/perft/suite.epd");
}

std::filesystem::path shared_file(std::string_view name) {
    return std::filesystem::path(PHILIDOR_SHARED_DIR) / "perft" / name;
}

// --- What must be true of every board ---

detail::MoveMasks masks_of(const Board& board) {
    return board.side_to_move() == Color::white
               ? detail::legal_masks<Color::white, detail::MagicSliders>(board.position())
               : detail::legal_masks<Color::black, detail::MagicSliders>(board.position());
}

void check_men(const Board& board) {
    Bitboard occupied;
    ByColor<ByPieceType<Bitboard>> men;
    for (const Square square : Bitboard::all()) {
        const Piece piece = board.piece_on(square);
        if (piece == Piece::none) continue;
        men[color_of(piece)][type_of(piece)].add(square);
        occupied.add(square);
    }
    for (const Color color : all_colors) {
        Bitboard of_color;
        for (const PieceType type : all_piece_types) {
            ASSERT_EQ(board.pieces(color, type), men[color][type]);
            of_color |= men[color][type];
        }
        ASSERT_EQ(board.pieces(color), of_color);
    }
    ASSERT_EQ(board.occupied(), occupied);
}

void check_pins_and_checkers(const Board& board) {
    const auto setup = board.to_setup();
    const auto us = board.side_to_move();
    const detail::MoveMasks masks = masks_of(board);
    ASSERT_EQ(masks.straight_pins, naive::pin_rays(setup, us, slow::rook_steps, PieceType::rook));
    ASSERT_EQ(masks.diagonal_pins, naive::pin_rays(setup, us, slow::bishop_steps, PieceType::bishop));
    ASSERT_EQ(masks.checkers, naive::attackers(setup, board.king(us), !us));
    ASSERT_EQ(board.checkers(), masks.checkers);
}

void check_keys(const Board& board) {
    ASSERT_EQ(board.key(), board.computed_key());
    ASSERT_EQ(board.pawn_key(), board.computed_pawn_key());
}

void check_moves(const Board& board, const MoveList& moves) {
    ASSERT_EQ(count_legal_moves(board), moves.size());
    ASSERT_EQ(has_legal_move(board), !moves.empty());
}

/// Plays a move, calls `at_next(board)`, and takes the move back.
template <class AtNext>
void check_move(Board& board, Move move, AtNext at_next) {
    const Board before = board;
    const bool gives_check = board.gives_check(move);
    const Undo undo = board.play(move);
    ASSERT_EQ(board.is_check(), gives_check);
    at_next(board);
    board.take_back(move, undo);
    ASSERT_EQ(board, before);
}

/// Counts like perft and checks every board on the way. Stops at the first failure.
std::uint64_t checked_perft(Board& board, unsigned depth) {
    SCOPED_TRACE(testing::Message() << depth << " plies above the leaves");
    const MoveList moves = legal_moves(board);
    check_men(board);
    check_pins_and_checkers(board);
    check_keys(board);
    check_moves(board, moves);
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move move : moves) {
        check_move(board, move, [&](Board& next) { nodes += checked_perft(next, depth - 1); });
        if (testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "in " << to_fen(board) << " after " << to_string(move.from())
                          << to_string(move.to());
            break;
        }
    }
    return nodes;
}

// --- Whole files ---

/// The deepest count of a line with at most this many nodes; the first one if there is none.
PerftCount deepest(const PerftLine& line, std::uint64_t most_nodes) {
    PerftCount best = line.counts.front();
    for (const PerftCount count : line.counts) {
        if (count.nodes <= most_nodes && count.depth > best.depth) best = count;
    }
    return best;
}

void expect_checked_counts(const std::vector<PerftLine>& lines, std::uint64_t most_nodes) {
    for (const PerftLine& line : lines) {
        Board board = board_of(line.fen, Variant::chess960);
        const PerftCount count = deepest(line, most_nodes);
        EXPECT_EQ(checked_perft(board, count.depth), count.nodes) << line.fen << " depth " << count.depth;
        if (testing::Test::HasFatalFailure()) return;
    }
}

void expect_counts(const std::vector<PerftLine>& lines, std::uint64_t most_nodes) {
    for (const PerftLine& line : lines) {
        const Board board = board_of(line.fen, Variant::chess960);
        for (const PerftCount count : line.counts) {
            if (count.nodes > most_nodes) continue;
            EXPECT_EQ(perft(board, count.depth), count.nodes) << line.fen << " depth " << count.depth;
        }
    }
}

TEST(PerftSuite, CountsAsStockfishDoes) { expect_counts(own_suite(), 1'000'000); }

TEST(PerftSuite, IsConsistentAtEveryNode) {
    expect_checked_counts(own_suite(), test_support::samples(20'000));
}

TEST(PerftSuite, HasPositionsOfAllSorts) {
    const std::vector<PerftLine> lines = own_suite();
    EXPECT_GE(lines.size(), 40U);
    const auto is_chess960 = [](const PerftLine& line) {
        return !parse_fen(line.fen, Variant::standard).has_value();
    };
    EXPECT_GE(std::count_if(lines.begin(), lines.end(), is_chess960), 5);
}

struct SharedFile {
    std::string_view name;
    std::uint64_t most_nodes;          ///< counted for each line in the fast tests
    std::uint64_t most_checked_nodes;  ///< the same, with all checks

    friend void PrintTo(const SharedFile& file, std::ostream* out) { *out << file.name; }
};

class SharedPerft : public testing::TestWithParam<SharedFile> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(file())) GTEST_SKIP() << file() << " is not there";
    }
    static std::filesystem::path file() { return shared_file(GetParam().name); }
};

TEST_P(SharedPerft, CountsAsListed) { expect_counts(read_perft_file(file()), GetParam().most_nodes); }

TEST_P(SharedPerft, IsConsistentAtEveryNode) {
    expect_checked_counts(read_perft_file(file()), test_support::samples(GetParam().most_checked_nodes));
}

std::string test_name(const testing::TestParamInfo<SharedFile>& info) {
    std::string name(info.param.name.substr(0, info.param.name.find('.')));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

constexpr std::array shared_files{SharedFile{"standard.epd", 5'000'000, 50'000},
                                  SharedFile{"tricky.epd", 5'000'000, 50'000},
                                  SharedFile{"tricky-chess960.epd", 5'000'000, 50'000},
                                  SharedFile{"tricky-unreachable.epd", 5'000'000, 50'000},
                                  SharedFile{"random.epd", 200'000, 2'500},
                                  SharedFile{"chess960.epd", 200'000, 2'500}};

INSTANTIATE_TEST_SUITE_P(Files, SharedPerft, testing::ValuesIn(shared_files), test_name);

// --- Everything, for a machine with nothing else to do ---

std::uint64_t perft_with_all_threads(const Board& board, unsigned depth) {
    const PerftOptions options{.threads = std::max(1U, std::thread::hardware_concurrency())};
    const auto divisions = divide(board, depth, options).value();
    std::uint64_t nodes = 0;
    for (const PerftDivision& division : divisions) nodes += division.below.nodes;
    return nodes;
}

class SlowSharedPerft : public SharedPerft {};

TEST_P(SlowSharedPerft, CountsAsListedToEveryDepth) {
    constexpr std::uint64_t most_nodes = 4'000'000'000;
    for (const PerftLine& line : read_perft_file(file())) {
        const Board board = board_of(line.fen, Variant::chess960);
        for (const PerftCount count : line.counts) {
            if (count.nodes > most_nodes) continue;
            EXPECT_EQ(perft_with_all_threads(board, count.depth), count.nodes)
                << line.fen << " depth " << count.depth;
        }
    }
}

TEST_P(SlowSharedPerft, IsConsistentAtEveryNode) { expect_checked_counts(read_perft_file(file()), 200'000); }

INSTANTIATE_TEST_SUITE_P(Files, SlowSharedPerft, testing::ValuesIn(shared_files), test_name);

// The six positions of the Chess Programming Wiki's page "Perft Results", with the counts given there.
TEST(SlowPerft, CountsTheSixStandardPositions) {
    struct Case {
        std::string_view fen;
        unsigned depth;
        std::uint64_t nodes;
    };
    for (const Case& c :
         {Case{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, 3'195'901'860},
          Case{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6, 8'031'647'685},
          Case{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178'633'661},
          Case{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 706'045'033},
          Case{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89'941'194},
          Case{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 6,
               6'923'051'137}}) {
        EXPECT_EQ(perft_with_all_threads(board_of(c.fen), c.depth), c.nodes) << c.fen;
    }
}

}  // namespace
}  // namespace philidor
