// How fast the rules of chess are. Every benchmark checks its result.
//
//     perft/<kernels>/<position>              plays on copies of Position; counts at the last ply
//     perft_listing/<position>                the same, but writes the list of moves at the last ply
//     perft_play_take_back/<position>         one Board, moves played and taken back; counts at the last ply
//     perft_board_copies/<position>           a copy of the Board for every move; counts at the last ply
//     perft_statistics/<position>             looks at every last move
//
// and single functions, in positions or moves per second. tools/bench_perft.py compares with Stockfish.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/chess/board.hpp"
#include "philidor/chess/detail/kernels.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/chess/notation.hpp"
#include "philidor/chess/perft.hpp"
#include "philidor/chess/symmetry.hpp"

namespace {

using philidor::Bitboard;
using philidor::Board;
using philidor::Move;
using philidor::MoveList;
using philidor::Undo;

/// A position of https://www.chessprogramming.org/Perft_Results, to a depth that takes a while.
struct KnownCount {
    std::string_view name;
    std::string_view fen;
    unsigned depth;
    std::uint64_t nodes;
    std::uint64_t nodes_one_ply_less;  ///< for the slow ways of counting
};

constexpr std::array standard_positions{
    KnownCount{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324, 4865609},
    KnownCount{"position2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
               193690690, 4085603},
    KnownCount{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661, 11030083},
    KnownCount{"position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292,
               422333},
    KnownCount{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194,
               2103487},
    KnownCount{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
               164075551, 3894594},
};

/// A way of counting the sequences of `depth` moves.
using Perft = std::function<std::uint64_t(const Board&, unsigned depth)>;

unsigned list_and_count(const Board& board) {
    MoveList moves = philidor::legal_moves(board);
    benchmark::DoNotOptimize(moves);
    return static_cast<unsigned>(moves.size());
}

/// Plays and takes back on one board.
std::uint64_t perft_by_taking_back(Board& board, unsigned depth) {
    if (depth == 1) return philidor::count_legal_moves(board);
    std::uint64_t nodes = 0;
    for (const Move move : philidor::legal_moves(board)) {
        const Undo undo = board.play(move);
        nodes += perft_by_taking_back(board, depth - 1);
        board.take_back(move, undo);
    }
    return nodes;
}

/// Plays each move on a copy.
std::uint64_t perft_by_copies(const Board& board, unsigned depth) {
    if (depth == 1) return philidor::count_legal_moves(board);
    std::uint64_t nodes = 0;
    for (const Move move : philidor::legal_moves(board)) {
        nodes += perft_by_copies(board.after(move), depth - 1);
    }
    return nodes;
}

void measure_perft(
    benchmark::State& state, const Perft& perft, const Board& board, unsigned depth, std::uint64_t expected) {
    for ([[maybe_unused]] const auto step : state) {
        if (perft(board, depth) == expected) continue;
        state.SkipWithError("wrong number of nodes");
        return;
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(expected));
}

/// Calls `work`, which processes `items` items and returns whether they were right.
void measure(benchmark::State& state, std::size_t items, const std::function<bool()>& work) {
    for ([[maybe_unused]] const auto step : state) {
        if (work()) continue;
        state.SkipWithError("wrong result");
        return;
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(items));
}

void add_perft(const std::string& group, const KnownCount& known, const Board& board, const Perft& perft) {
    const std::string name = group + "/" + std::string(known.name);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        measure_perft(state, perft, board, known.depth, known.nodes);
    })->Unit(benchmark::kMillisecond);
}

/// All ways of counting.
void add_perfts(const KnownCount& known, const Board& board) {
    const auto add_kernels = [&](const philidor::detail::Kernels& kernels) {
        add_perft("perft/" + std::string(kernels.name), known, board,
                  [&kernels](const Board& root, unsigned depth) {
                      return kernels.perft(root.position(), root.side_to_move(), depth);
                  });
    };
    add_kernels(philidor::detail::portable_kernels);
#ifdef __x86_64__
    if (__builtin_cpu_supports("x86-64-v3")) add_kernels(philidor::detail::bmi2_kernels);
#endif
    add_perft("perft_listing", known, board, [](const Board& root, unsigned depth) {
        MoveList moves;
        return philidor::detail::kernels().perft_listing(root.position(), root.side_to_move(), depth, moves);
    });
    add_perft("perft_play_take_back", known, board,
              [](Board root, unsigned depth) { return perft_by_taking_back(root, depth); });
    add_perft("perft_board_copies", known, board, perft_by_copies);
    const std::string name = "perft_statistics/" + std::string(known.name);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        const Perft perft = [](const Board& root, unsigned depth) {
            return philidor::perft_statistics(root, depth).nodes;
        };
        measure_perft(state, perft, board, known.depth - 1, known.nodes_one_ply_less);
    })->Unit(benchmark::kMillisecond);
}

/// Single functions.
void add_functions(const KnownCount& known, const Board& board) {
    const auto add = [&](const std::string& group, std::size_t items, const std::function<bool()>& work) {
        const std::string name = group + "/" + std::string(known.name);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State& state) { measure(state, items, work); });
    };
    const std::vector<Move> moves = [&] {
        const MoveList listed = philidor::legal_moves(board);
        return std::vector<Move>(listed.begin(), listed.end());
    }();
    std::vector<std::string> sans;
    for (const Move move : moves) sans.push_back(philidor::to_san(board, move));
    const std::string fen(known.fen);
    constexpr philidor::Symmetry swap_sides = philidor::Symmetry::swap_sides();
    const std::size_t size = moves.size();

    add("legal_moves", 1, [=] { return list_and_count(board) == size; });
    add("count_legal_moves", 1, [=] { return philidor::count_legal_moves(board) == size; });
    add("play_take_back", size, [=, changing = board]() mutable {
        for (const Move move : moves) changing.take_back(move, changing.play(move));
        return changing == board;
    });
    add("after", size, [=] {
        philidor::Key keys = 0;
        for (const Move move : moves) keys |= board.after(move).key();
        return keys != 0;
    });
    add("gives_check", size, [=] {
        std::size_t checks = 0;
        for (const Move move : moves) checks += board.gives_check(move) ? 1U : 0U;
        return checks < size;
    });
    add("from_setup", 1, [=, setup = board.to_setup()] { return Board::from_setup(setup) == board; });
    add("swap_sides", 1, [=, swapped = swap_sides(board)] { return swap_sides(swapped) == board; });
    add("parse_fen", 1, [=] { return philidor::parse_fen(fen) == board; });
    add("to_fen", 1, [=] { return philidor::to_fen(board) == fen; });
    add("to_san", size, [=] {
        for (std::size_t index = 0; index < size; ++index) {
            if (philidor::to_san(board, moves[index]) != sans[index]) return false;
        }
        return true;
    });
    add("parse_san", size, [=] {
        for (std::size_t index = 0; index < size; ++index) {
            if (philidor::parse_san(board, sans[index]) != moves[index]) return false;
        }
        return true;
    });
}

}  // namespace

int main(int argument_count, char** arguments) {
    for (const KnownCount& known : standard_positions)
        add_perfts(known, philidor::parse_fen(known.fen).value());
    for (const KnownCount& known : standard_positions) {
        add_functions(known, philidor::parse_fen(known.fen).value());
    }
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
