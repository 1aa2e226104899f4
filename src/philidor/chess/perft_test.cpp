#include "philidor/chess/perft.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "philidor/chess/detail/kernels.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"

namespace philidor {
namespace {

/// A position and its known counts.
struct KnownCounts {
    std::string name;
    std::string fen;
    std::vector<std::uint64_t> nodes;  ///< at depth 1, 2, ...
};

/// The six positions of https://www.chessprogramming.org/Perft_Results.
const std::vector<KnownCounts>& standard_positions() {
    static const std::vector<KnownCounts> positions{
        {"start",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         {20, 400, 8902, 197281, 4865609}},
        {"position 2",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {48, 2039, 97862, 4085603}},
        {"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624}},
        {"position 4",
         "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {6, 264, 9467, 422333}},
        {"position 5",
         "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
         {44, 1486, 62379, 2103487}},
        {"position 6",
         "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {46, 2079, 89890, 3894594}},
    };
    return positions;
}

Board board_of(const std::string& fen) {
    const auto board = parse_fen(fen);
    EXPECT_TRUE(board) << fen;
    return board.value();
}

const std::string& fen_of(const std::string& name) {
    for (const KnownCounts& known : standard_positions()) {
        if (known.name == name) return known.fen;
    }
    throw std::out_of_range(name);
}

std::uint64_t nodes_with(const Board& board, unsigned depth, const PerftOptions& options) {
    return total(divide(board, depth, options).value()).nodes;
}

TEST(Perft, IsOneAtDepthZero) { EXPECT_EQ(perft(Board(), 0), 1); }

TEST(Perft, GivesTheKnownCounts) {
    for (const KnownCounts& known : standard_positions()) {
        for (unsigned depth = 1; depth <= known.nodes.size(); ++depth) {
            EXPECT_EQ(perft(board_of(known.fen), depth), known.nodes[depth - 1])
                << known.name << " at depth " << depth;
        }
    }
}

TEST(SlowPerft, GivesTheKnownCountsOfDeeperTrees) {
    EXPECT_EQ(perft(board_of(fen_of("start")), 6), 119060324);
    EXPECT_EQ(perft(board_of(fen_of("position 2")), 5), 193690690);
    EXPECT_EQ(perft(board_of(fen_of("position 3")), 7), 178633661);
    EXPECT_EQ(perft(board_of(fen_of("position 4")), 6), 706045033);
    EXPECT_EQ(perft(board_of(fen_of("position 5")), 5), 89941194);
    EXPECT_EQ(perft(board_of(fen_of("position 6")), 5), 164075551);
}

TEST(Perft, IsTheSameWithEveryKernel) {
    for (const KnownCounts& known : standard_positions()) {
        const Board board = board_of(known.fen);
        const auto check = [&](const detail::Kernels& kernels, unsigned depth) {
            const std::uint64_t expected = known.nodes[depth - 1];
            const Color us = board.side_to_move();
            MoveList moves;
            EXPECT_EQ(kernels.perft(board.position(), us, depth), expected) << known.name;
            EXPECT_EQ(kernels.perft_listing(board.position(), us, depth, moves), expected) << known.name;
        };
        for (unsigned depth = 1; depth <= 4; ++depth) {
            check(detail::portable_kernels, depth);
#ifdef __x86_64__
            if (__builtin_cpu_supports("x86-64-v3")) check(detail::bmi2_kernels, depth);
#endif
        }
    }
}

TEST(Perft, WritesTheMovesOfTheLastPositionWhenListing) {
    const Board board;  // the king has no move, the knights come first and the h-pawn's double step last
    const Board last = board.after(Move(Square::h2, Square::h4, MoveFlag::double_push));
    MoveList moves;
    detail::kernels().perft_listing(board.position(), board.side_to_move(), 2, moves);
    EXPECT_TRUE(std::ranges::equal(moves, legal_moves(last)));
}

/// The statistics in the order of the published tables.
PerftStatistics statistics(std::uint64_t nodes,
                           std::uint64_t captures,
                           std::uint64_t en_passant,
                           std::uint64_t castles,
                           std::uint64_t promotions,
                           std::uint64_t checks,
                           std::uint64_t checkmates) {
    return {nodes, captures, en_passant, castles, promotions, checks, checkmates, 0};
}

/// Ours, as far as the tables have them.
PerftStatistics published(const Board& board, unsigned depth) {
    PerftStatistics counted = perft_statistics(board, depth);
    counted.capturing_promotions = 0;
    return counted;
}

TEST(PerftStatistics, AreOneNodeAtDepthZero) {
    EXPECT_EQ(published(Board(), 0), statistics(1, 0, 0, 0, 0, 0, 0));
}

TEST(PerftStatistics, AgreeWithThePublishedTables) {
    const Board start;
    EXPECT_EQ(published(start, 1), statistics(20, 0, 0, 0, 0, 0, 0));
    EXPECT_EQ(published(start, 3), statistics(8902, 34, 0, 0, 0, 12, 0));
    EXPECT_EQ(published(start, 4), statistics(197281, 1576, 0, 0, 0, 469, 8));
    EXPECT_EQ(published(start, 5), statistics(4865609, 82719, 258, 0, 0, 27351, 347));

    const Board second = board_of(fen_of("position 2"));
    EXPECT_EQ(published(second, 1), statistics(48, 8, 0, 2, 0, 0, 0));
    EXPECT_EQ(published(second, 2), statistics(2039, 351, 1, 91, 0, 3, 0));
    EXPECT_EQ(published(second, 3), statistics(97862, 17102, 45, 3162, 0, 993, 1));
    EXPECT_EQ(published(second, 4), statistics(4085603, 757163, 1929, 128013, 15172, 25523, 43));

    const Board third = board_of(fen_of("position 3"));
    EXPECT_EQ(published(third, 4), statistics(43238, 3348, 123, 0, 0, 1680, 17));
    EXPECT_EQ(published(third, 5), statistics(674624, 52051, 1165, 0, 0, 52950, 0));

    const Board fourth = board_of(fen_of("position 4"));
    EXPECT_EQ(published(fourth, 2), statistics(264, 87, 0, 6, 48, 10, 0));
    EXPECT_EQ(published(fourth, 3), statistics(9467, 1021, 4, 0, 120, 38, 22));
    EXPECT_EQ(published(fourth, 4), statistics(422333, 131393, 0, 7795, 60032, 15492, 5));
}

TEST(PerftStatistics, DoNotTakeStalemateForMate) {
    const Board board = board_of("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    PerftStatistics expected;
    std::uint64_t stalemates = 0;
    for (const Move move : legal_moves(board)) {
        const Board next = board.after(move);
        expected +=
            {.nodes = 1, .checks = next.is_check() ? 1U : 0U, .checkmates = is_checkmate(next) ? 1U : 0U};
        stalemates += is_stalemate(next) ? 1U : 0U;
    }
    EXPECT_GT(stalemates, 0);
    EXPECT_GT(expected.checkmates, 0);
    EXPECT_EQ(published(board, 1), expected);
}

TEST(Divide, ListsTheLegalMovesInTheirOrder) {
    const Board board = board_of(fen_of("position 4"));
    const auto divisions = divide(board, 3).value();
    const MoveList moves = legal_moves(board);
    ASSERT_EQ(divisions.size(), moves.size());
    for (std::size_t index = 0; index < moves.size(); ++index) {
        EXPECT_EQ(divisions[index].move, moves[index]);
        EXPECT_EQ(divisions[index].below.nodes, perft(board.after(moves[index]), 2));
    }
}

TEST(Divide, AddsUpToPerftAtEveryDepth) {
    for (const KnownCounts& known : standard_positions()) {
        for (unsigned depth = 1; depth <= known.nodes.size(); ++depth) {
            EXPECT_EQ(nodes_with(board_of(known.fen), depth, {}), known.nodes[depth - 1])
                << known.name << " at depth " << depth;
        }
    }
}

TEST(Divide, IsEmptyWithoutLegalMoves) {
    const Board mated = board_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    EXPECT_TRUE(divide(mated, 4).value().empty());
    EXPECT_EQ(perft(mated, 4), 0);
}

TEST(Divide, GivesTheSameForAnyNumberOfThreads) {
    const Board board = board_of(fen_of("position 2"));
    for (const bool with_statistics : {false, true}) {
        for (const unsigned depth : {1U, 2U, 3U, 4U}) {
            const auto alone = divide(board, depth, {.threads = 1, .statistics = with_statistics}).value();
            for (const unsigned threads : {2U, 4U, 64U}) {
                const auto together =
                    divide(board, depth, {.threads = threads, .statistics = with_statistics}).value();
                ASSERT_EQ(together.size(), alone.size());
                for (std::size_t index = 0; index < alone.size(); ++index) {
                    EXPECT_EQ(together[index].move, alone[index].move);
                    EXPECT_EQ(together[index].below, alone[index].below);
                }
            }
        }
    }
}

TEST(Divide, FillsTheStatisticsOnlyWhenAsked) {
    const Board board = board_of(fen_of("position 4"));
    EXPECT_EQ(total(divide(board, 4, {.statistics = true}).value()), perft_statistics(board, 4));
    EXPECT_EQ(total(divide(board, 4).value()), statistics(422333, 0, 0, 0, 0, 0, 0));
}

TEST(SlowDivide, FillsThePublishedStatistics) {
    const auto count = [](const std::string& fen, unsigned depth) {
        return total(divide(board_of(fen), depth, {.threads = 2, .statistics = true}).value());
    };
    EXPECT_EQ(count(fen_of("start"), 6), statistics(119060324, 2812008, 5248, 0, 0, 809099, 10828));
    EXPECT_EQ(count(fen_of("position 2"), 5),
              statistics(193690690, 35043416, 73365, 4993637, 8392, 3309887, 30171));
    EXPECT_EQ(count(fen_of("position 3"), 6), statistics(11030083, 940350, 33325, 0, 7552, 452473, 2733));
    EXPECT_EQ(count(fen_of("position 4"), 5), statistics(15833292, 2046173, 6512, 0, 329464, 200568, 50562));
}

TEST(Divide, CountsTheSameWithAHashOfAnySize) {
    constexpr std::uint64_t limit = 1'000'000;  // nodes, to keep the test short
    for (const KnownCounts& known : standard_positions()) {
        const Board board = board_of(known.fen);
        for (const std::size_t bytes : {1UL, 64UL, 1000UL, 1UL << 16U, 1UL << 22U}) {
            for (const unsigned threads : {1U, 3U}) {
                const PerftOptions options{.threads = threads, .hash_bytes = bytes};
                for (unsigned depth = 1; depth <= known.nodes.size(); ++depth) {
                    const std::uint64_t expected = known.nodes[depth - 1];
                    if (expected > limit) continue;
                    EXPECT_EQ(nodes_with(board, depth, options), expected)
                        << known.name << " at depth " << depth << " with " << bytes << " bytes";
                }
            }
        }
    }
}

TEST(Divide, CountsLongSequencesTheSameInEveryWay) {
    const Board board = board_of("8/1p2k3/8/2P5/8/8/4K3/8 b - - 0 1");
    for (const unsigned depth : {7U, 8U}) {
        const std::uint64_t expected = perft(board, depth);
        EXPECT_EQ(nodes_with(board, depth, {}), expected);
        EXPECT_EQ(nodes_with(board, depth, {.threads = 3}), expected);
        for (const std::size_t bytes : {1UL, 1UL << 12U, 1UL << 20U}) {
            EXPECT_EQ(nodes_with(board, depth, {.hash_bytes = bytes}), expected);
            EXPECT_EQ(nodes_with(board, depth, {.threads = 3, .hash_bytes = bytes}), expected);
        }
    }
    EXPECT_EQ(total(divide(board, 7, {.threads = 2, .statistics = true}).value()),
              perft_statistics(board, 7));
}

TEST(SlowDivide, CountsTheSameWithAHash) {
    const PerftOptions options{.threads = 2, .hash_bytes = 1UL << 26U};
    EXPECT_EQ(nodes_with(Board(), 7, options), 3195901860);
    EXPECT_EQ(nodes_with(board_of(fen_of("position 2")), 6, options), 8031647685);
    EXPECT_EQ(nodes_with(board_of(fen_of("position 3")), 8, options), 3009794393);
    EXPECT_EQ(nodes_with(board_of(fen_of("position 4")), 6, options), 706045033);
}

TEST(Divide, StopsWhenAsked) {
    for (const bool with_statistics : {false, true}) {
        for (const std::size_t hash_bytes : {std::size_t{0}, std::size_t{1} << 20U}) {
            double share_seen = -1;
            PerftOptions options{.threads = 2, .hash_bytes = hash_bytes, .statistics = with_statistics};
            const auto stop = std::make_unique<std::stop_source>();
            options.stop = stop->get_token();
            options.progress = [&](double share) {
                share_seen = share;
                stop->request_stop();
            };
            EXPECT_FALSE(divide(Board(), 12, options));  // would take weeks
            EXPECT_GE(share_seen, 0);
            EXPECT_LT(share_seen, 1);
        }
    }
}

TEST(Divide, ReportsProgressOnTheCallingThread) {
    const auto caller = std::this_thread::get_id();
    unsigned reports = 0;
    double last_share = 0;
    PerftOptions options{.threads = 2};
    const auto stop = std::make_unique<std::stop_source>();
    options.stop = stop->get_token();
    options.progress = [&](double share) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_GE(share, last_share);
        EXPECT_LE(share, 1);
        last_share = share;
        if (++reports == 5) stop->request_stop();
    };
    EXPECT_FALSE(divide(Board(), 9, options));
    EXPECT_EQ(reports, 5);
    EXPECT_GT(last_share, 0);
    EXPECT_LT(last_share, 0.003);  // half a second out of half an hour
}

TEST(PerftStatistics, TellPromotionsThatCapture) {
    const PerftStatistics counted = perft_statistics(board_of("1r5k/P7/8/8/8/8/8/K7 w - - 0 1"), 1);
    EXPECT_EQ(counted.promotions, 8U);
    EXPECT_EQ(counted.captures, 4U);
    EXPECT_EQ(counted.capturing_promotions, 4U);
}

TEST(SlowPerftStatistics, AlsoCountAsTheSeedDoes) {
    // It sums the plies 1 to 5, and counts promotions that capture as promotions only.
    PerftStatistics sum;
    for (unsigned depth = 1; depth <= 5; ++depth)
        sum += perft_statistics(board_of(fen_of("position 5")), depth);
    EXPECT_EQ(sum.captures - sum.capturing_promotions, 7'240'148U);
    EXPECT_EQ(sum.castles, 1'241'910U);
    EXPECT_EQ(sum.promotions, 6'660'288U);
    EXPECT_EQ(sum.en_passant, 140U);
}

}  // namespace
}  // namespace philidor
