/// @file
/// A fixed amount of work, for measuring speed and noticing changes of behaviour.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "philidor/pawns/pawn_hash_statistics.hpp"

namespace philidor {

/// Positions of every kind: openings, attacks, quiet middlegames, endings, and some that are nearly decided.
inline constexpr std::array<std::string_view, 16> bench_positions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 18",
    "3r1rk1/p3qppp/1pn1pn2/2p5/3P4/2PBPN2/P4PPP/R2Q1RK1 w - - 0 15",
    "2k5/pp4p1/2p1p3/2P2p1p/3P1P2/1P2P2P/P5P1/2K5 w - - 0 30",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5pp1/7p/8/1R6/5PPK/r6P/8 w - - 0 40",
    "8/8/1b3k2/5p1p/3N1P1P/4K1P1/8/8 w - - 0 50",
    "4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
};

/// The default depth of a bench.
inline constexpr int usual_bench_depth = 11;

/// What a bench has done.
struct BenchResult {
    std::uint64_t nodes = 0;       ///< positions searched
    PawnHashStatistics pawn_hash;  ///< how often their pawns were found in the cache
};

/// Searches all positions with one thread and 16 MiB of memory, each to this depth. The result is the same
/// every time, and changes only if the search or the evaluation changes.
[[nodiscard]] BenchResult bench(int depth = usual_bench_depth);

}  // namespace philidor
