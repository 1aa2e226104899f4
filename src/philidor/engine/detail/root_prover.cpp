#include "philidor/engine/detail/root_prover.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/material/material_key.hpp"

namespace philidor {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
constexpr std::size_t line_plies = 12;

constexpr unsigned most_pieces = 2;
constexpr unsigned most_men = 8;
constexpr unsigned most_men_with_pieces = 4;

/// Solving times by the number of pieces: the more pieces, the longer it takes.
constexpr std::array<std::chrono::milliseconds, most_pieces + 1> times_by_pieces{
    std::chrono::milliseconds(20), std::chrono::milliseconds(80), std::chrono::milliseconds(250)};

/// Keeps only the moves that keep the value of the position.
void keep_best_moves(Answer& answer) {
    std::erase_if(answer.moves,
                  [&](const MoveAnswer& move) { return move.bounds.worst != answer.bounds.worst; });
}

}  // namespace

std::optional<Solution> RootProver::prove_by_tables(const Ending& ending, TableKnowledge& tables) {
    if (!tables.has_table_of(ending)) return std::nullopt;
    auto answer = tables.answer(ending);
    if (!answer || !answer->bounds.is_exact()) return std::nullopt;
    Solution solution;
    solution.answer = *std::move(answer);
    keep_best_moves(solution.answer);
    const std::vector<MoveAnswer>& moves = solution.answer.moves;
    if (moves.empty()) return std::nullopt;
    const bool has_best_move = solution.value().worst != Wdl::draw && moves.front().dtz;
    if (has_best_move) solution.line = {{moves.front(), {}}};
    return solution;
}

std::optional<std::chrono::milliseconds> RootProver::time_to_solve(const Ending& ending) {
    const MaterialKey key = MaterialKey::from_board(ending.board());
    if (key.piece_count() > most_pieces) return std::nullopt;
    if (key.man_count() > (key.piece_count() == 0 ? most_men : most_men_with_pieces)) return std::nullopt;
    return times_by_pieces.at(key.piece_count());
}

std::optional<Solution> RootProver::prove_by_solving(const Ending& ending,
                                                     std::chrono::milliseconds time,
                                                     const std::stop_token& stop) {
    const Budget budget = Budget::starting_now(time, most_bytes, 1, stop);
    if (!proof_ || !proof_->bounds_of(ending).is_exact()) {
        proof_ = std::make_unique<Proof>(ending, nullptr, Effort{budget, nullptr}, most_pieces);
    } else {
        proof_->set_effort({budget, nullptr});
    }
    Solution solution = proof_->find(ending, SolutionScope::value);
    if (!solution.value().is_exact()) return std::nullopt;
    Answer& answer = solution.answer;
    if (answer.bounds.worst == Wdl::draw) {
        keep_best_moves(answer);  // all of them draw; the search chooses one
        return answer.moves.empty() ? std::nullopt : std::optional(std::move(solution));
    }
    proof_->add_line(ending, line_plies, solution);
    if (solution.line.empty()) return std::nullopt;
    MoveAnswer best = solution.line.front().answer;
    best.dtz = answer.dtz = proof_->dtz_of(ending, answer.bounds);
    answer.moves = {best};
    return solution;
}

}  // namespace philidor
