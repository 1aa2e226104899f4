// How fast the evaluation of pawns is, and how much its hash saves.
//
//     evaluate/<positions>          the whole evaluation, without the hash
//     structure/<positions>         the part that depends on pawns alone
//     probe_hit/<positions>         the same part, found in the hash
//     evaluate_hit/<positions>      the whole evaluation, with the structure found in the hash
//     search/<with or without>/<positions>   plain alpha-beta with this evaluation; shows the hit rate
//
// The times of the first four are per position.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "philidor/chess/board.hpp"
#include "philidor/chess/fen.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/pawns/detail/pawn_eval.hpp"
#include "philidor/pawns/detail/pawn_hash.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace {

using philidor::Board;
using philidor::Color;
using philidor::Move;
using philidor::MoveList;
using philidor::PawnHash;
using philidor::PieceType;
using philidor::Score;

/// Positions from master games.
struct PositionSet {
    std::string_view name;
    unsigned search_depth;
    std::vector<Board> boards;
};

std::vector<Board> boards_of(const std::vector<std::string_view>& fens) {
    std::vector<Board> boards;
    for (const std::string_view fen : fens) boards.push_back(philidor::parse_fen(fen).value());
    return boards;
}

std::vector<PositionSet> position_sets() {
    std::vector<PositionSet> sets;
    sets.push_back({"middlegames", 5,
                    boards_of({
                        "rn1q1rk1/p3bppp/bpp1pn2/3p4/2PP4/1P3NP1/P1QBPPBP/RN1R2K1 b - -",
                        "5b2/2qb1p1k/3p1npp/1pnPp3/2p1PP1N/2P1B1NP/rPBQ2P1/4R1K1 w - -",
                        "3r4/2q1n1kp/bp1r1pp1/p1p1p3/2P1P3/P2P1NP1/1R1R1PBP/1Q4K1 w - -",
                        "1r2bk2/2Rr2pQ/p3pb2/3p3n/qp1P2N1/4P3/1P3PPP/1B3RK1 w - -",
                        "3rrbk1/1bq2p1p/1n1p2p1/p1p1nPP1/1p2PN2/1P2B1NP/P1P2QB1/3R1RK1 b - -",
                        "2kr3r/p1q2p2/1pp1p1n1/3pPpRP/3P1P2/5Q2/PPP2B2/2K4R b - -",
                        "4rrk1/pp6/2n4p/3p4/3q2pN/2BB2P1/PP4KP/R2Q4 b - -",
                        "rn4k1/pb1r1qb1/1ppP3p/5p2/5Pp1/BP1N2P1/P1Q3BP/3R1RK1 b - -",
                    })});
    sets.push_back({"endgames", 6,
                    boards_of({
                        "8/7p/3k4/4p1p1/4p3/1B4PP/PN2KP2/2r5 b - -",
                        "2b2r2/2p4p/2Pkp1p1/1P1p1p2/3P1P2/R7/4BKPP/8 w - -",
                        "4n3/7p/4k3/4N1p1/1P4P1/8/5PK1/8 w - -",
                        "5k2/1p6/3b2p1/p1pP4/P1P1p1P1/1P6/1B4K1/8 w - -",
                        "8/r4pkp/P6p/8/8/7K/R4P2/8 b - -",
                        "5k2/4b3/3NKpn1/p1P4p/P7/1P1p4/3B2P1/8 w - -",
                        "6k1/p1r2pp1/2P3n1/6p1/8/2N4P/P4PP1/4R1K1 w - -",
                        "5k2/p7/4b1BP/1p3p2/8/P2KP3/5PP1/8 b - -",
                    })});
    return sets;
}

/// Calls `work` for one position after the other; the time is per position.
template <class Work>
void measure(benchmark::State& state, const std::vector<Board>& boards, Work work) {
    std::size_t next = 0;
    for ([[maybe_unused]] const auto step : state) {
        work(boards[next]);
        if (++next == boards.size()) next = 0;
    }
}

/// Plain alpha-beta over all legal moves, captures first, without refinements. It measures how often the same
/// structures recur, and how much that saves.
template <class Evaluate>
class Search {
  public:
    explicit Search(Evaluate evaluate) : evaluate_(evaluate) {}

    int best(const Board& board, unsigned depth, int alpha = -infinity, int beta = infinity) {
        if (depth == 0) return worth(board);
        MoveList moves = philidor::legal_moves(board);
        if (moves.empty()) return board.is_check() ? -infinity + 1 : 0;
        std::partition(moves.begin(), moves.end(), [](Move move) { return move.is_capture(); });
        for (const Move move : moves) {
            alpha = std::max(alpha, -best(board.after(move), depth - 1, -beta, -alpha));
            if (alpha >= beta) break;
        }
        return alpha;
    }

  private:
    static constexpr int infinity = 1'000'000;

    int worth(const Board& board) {
        int score = tapered(evaluate_(board), philidor::phase_of(board));
        constexpr std::array values{100, 320, 330, 500, 900};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto count = [&](Color color) {
                return static_cast<int>(board.pieces(color, philidor::all_piece_types[i]).count());
            };
            score += values[i] * (count(Color::white) - count(Color::black));
        }
        return board.side_to_move() == Color::white ? score : -score;
    }

    Evaluate evaluate_;
};

void search_without_hash(benchmark::State& state, const PositionSet& set) {
    for ([[maybe_unused]] const auto step : state) {
        for (const Board& board : set.boards) {
            Search search([](const Board& leaf) { return philidor::evaluate_pawns(leaf); });
            benchmark::DoNotOptimize(search.best(board, set.search_depth));
        }
    }
}

/// Every search starts with an empty hash.
void search_with_hash(benchmark::State& state, const PositionSet& set) {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    for ([[maybe_unused]] const auto step : state) {
        for (const Board& board : set.boards) {
            PawnHash hash;
            Search search([&hash](const Board& leaf) { return hash.evaluate(leaf); });
            benchmark::DoNotOptimize(search.best(board, set.search_depth));
            probes += hash.statistics().probes;
            hits += hash.statistics().hits;
        }
    }
    state.counters["hits"] = static_cast<double>(hits) / static_cast<double>(probes);
}

void add_benchmarks(const PositionSet& set) {
    const auto add = [&](const std::string& group, const auto& work) {
        const std::string name = group + "/" + std::string(set.name);
        return benchmark::RegisterBenchmark(name.c_str(), work);
    };
    add("evaluate", [set](benchmark::State& state) {
        measure(state, set.boards,
                [](const Board& board) { benchmark::DoNotOptimize(philidor::evaluate_pawns(board)); });
    });
    add("structure", [set](benchmark::State& state) {
        measure(state, set.boards, [](const Board& board) {
            benchmark::DoNotOptimize(
                philidor::score_structure(philidor::PawnStructure::of(board), philidor::tuned_pawn_weights));
        });
    });
    add("probe_hit", [set](benchmark::State& state) {
        PawnHash hash;
        measure(state, set.boards, [&hash](const Board& board) {
            philidor::Score score = hash.probe(board).score;
            benchmark::DoNotOptimize(score);
        });
    });
    add("evaluate_hit", [set](benchmark::State& state) {
        PawnHash hash;
        measure(state, set.boards,
                [&hash](const Board& board) { benchmark::DoNotOptimize(hash.evaluate(board)); });
    });
    add("search/without_hash", [set](benchmark::State& state) {
        search_without_hash(state, set);
    })->Unit(benchmark::kMillisecond);
    add("search/with_hash", [set](benchmark::State& state) {
        search_with_hash(state, set);
    })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argument_count, char** arguments) {
    for (const PositionSet& set : position_sets()) add_benchmarks(set);
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
