#include "philidor/engine/root_prover.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
constexpr std::size_t line_plies = 12;

constexpr unsigned most_pieces = 2;
constexpr unsigned most_men = 8;
constexpr unsigned most_men_with_pieces = 4;

/// Solving is interrupted between tables only, and the more pieces a table has, the longer it takes.
constexpr std::array<std::chrono::milliseconds, most_pieces + 1> times_by_pieces{
    std::chrono::milliseconds(20), std::chrono::milliseconds(80), std::chrono::milliseconds(250)};

}  // namespace

std::optional<RootProof> RootProver::prove_by_tables(const Board& board, TableKnowledge& tables) {
    if (!tables.has_table_of(board)) return std::nullopt;
    const auto answer = tables.answer(board);
    if (!answer || !answer->bounds.is_exact()) return std::nullopt;
    RootProof proof{answer->bounds.worst, {}, false, {}};
    for (const MoveAnswer& move : answer->moves) {
        if (move.bounds == answer->bounds) proof.moves.push_back(move);
    }
    if (proof.moves.empty()) return std::nullopt;
    proof.has_best_move = proof.value != Wdl::draw && proof.moves.front().dtz;
    if (proof.has_best_move) proof.line = {proof.moves.front().move};
    return proof;
}

std::optional<std::chrono::milliseconds> RootProver::time_to_solve(const Board& board) {
    if (!board.castling().none()) return std::nullopt;
    const MaterialKey key = MaterialKey::from_board(board);
    if (key.piece_count() > most_pieces) return std::nullopt;
    if (key.man_count() > (key.piece_count() == 0 ? most_men : most_men_with_pieces)) return std::nullopt;
    return times_by_pieces.at(key.piece_count());
}

std::optional<RootProof> RootProver::prove_by_solving(const Board& board, std::function<bool()> goes_on) {
    goes_on_ = std::move(goes_on);
    if (!solver_ || !solver_->bounds_of(board).is_exact()) {
        begin(board);
        const std::array targets{board};
        solver_->settle(targets);
    }
    const WdlBounds bounds = solver_->bounds_of(board);
    if (!bounds.is_exact()) return std::nullopt;
    if (bounds.worst == Wdl::draw) return proof_of_draw(board);
    RootProof proof{bounds.worst, {}, true, finder_->line_from(board, bounds, line_plies)};
    if (proof.line.empty()) return std::nullopt;
    proof.moves.push_back({proof.line.front(), bounds, finder_->dtz_of(board, bounds)});
    return proof;
}

/// Any move that is known to keep the draw will do, so which one is left to the search.
std::optional<RootProof> RootProver::proof_of_draw(const Board& board) const {
    const WdlBounds draw = WdlBounds::exactly(Wdl::draw);
    RootProof proof;
    for (const Move move : legal_moves(board)) {
        // A win that the proof has overlooked would contradict it, so a move that does not lose draws.
        if (solver_->bounds_of(board.after(move)).best != Wdl::win) proof.moves.push_back({move, draw, 0});
    }
    if (proof.moves.empty()) return std::nullopt;
    return proof;
}

void RootProver::begin(const Board& board) {
    SolveOptions options;
    options.memory_bytes = most_bytes;
    options.most_pieces = most_pieces;
    options.progress = [this](const SolveProgress&) { return goes_on_(); };
    finder_.reset();
    solver_ = std::make_unique<PositionSolver>(board, options);
    finder_ = std::make_unique<LineFinder>(*solver_);
}

void RootProver::forget() {
    finder_.reset();
    solver_.reset();
}

}  // namespace philidor
