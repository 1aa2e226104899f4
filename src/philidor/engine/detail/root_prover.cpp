#include "philidor/engine/detail/root_prover.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/index/detail/tile_layout.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"

namespace philidor {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
constexpr std::size_t line_plies = 60;  // enough for most mates

constexpr unsigned most_pieces = 2;

/// What solving a tile for all questions takes on one thread, roughly, and finding a key.
constexpr std::chrono::microseconds time_for_tile(15);
constexpr std::chrono::microseconds time_for_key(5);

/// Keeps only the moves that keep the value of the position.
void keep_best_moves(Answer& answer) {
    std::erase_if(answer.moves,
                  [&](const MoveAnswer& move) { return move.bounds.worst != answer.bounds.worst; });
}

}  // namespace

std::optional<Solution> RootProver::prove_by_tables(const Ending& ending,
                                                    TableKnowledge& tables,
                                                    Moves wanted) {
    if (!tables.has_table_of(ending)) return std::nullopt;
    auto answer = tables.answer(ending);
    if (!answer || !answer->bounds.is_exact()) return std::nullopt;
    Solution solution;
    solution.answer = *std::move(answer);
    if (wanted == Moves::best) keep_best_moves(solution.answer);
    const std::vector<MoveAnswer>& moves = solution.answer.moves;
    if (moves.empty()) return std::nullopt;
    const bool is_measured = moves.front().dtz || moves.front().rounded_dtz_after;
    const bool has_best_move = solution.value().worst != Wdl::draw && is_measured;
    if (has_best_move) solution.line = {{moves.front(), {}}};
    return solution;
}

bool RootProver::may_succeed(const Ending& ending, std::chrono::milliseconds time) {
    const MaterialKey root = MaterialKey::from_board(ending.board());
    if (root.piece_count() > most_pieces) return false;
    const auto most_keys = static_cast<std::size_t>(time / 2 / (time_for_tile + time_for_key));
    const std::vector<MaterialKey> keys = detail::keys_without_promotions({&root, 1}, most_keys);
    std::chrono::microseconds needed = keys.size() * time_for_key;
    for (const MaterialKey& key : keys) {
        needed += TileLayout(key, TileLayout::Turns::used).tile_count() * time_for_tile;
        if (needed > time / 2) return false;
    }
    return true;
}

std::optional<Solution> RootProver::prove_by_solving(const Ending& ending,
                                                     std::chrono::milliseconds time,
                                                     const std::stop_token& stop,
                                                     Moves wanted) {
    const Budget budget = Budget::starting_now(time, most_bytes, 1, stop);
    if (!proof_ || !proof_->bounds_of(ending).is_exact()) {
        proof_ = std::make_unique<Proof>(ending, nullptr, Effort{budget, nullptr}, most_pieces);
    } else {
        proof_->set_effort({budget, nullptr});
    }
    const bool wants_all = wanted == Moves::all;
    Solution solution = proof_->find(ending, wants_all ? SolutionScope::moves : SolutionScope::value);
    if (!solution.value().is_exact()) return std::nullopt;
    Answer& answer = solution.answer;
    if (answer.bounds.worst == Wdl::draw) {
        if (!wants_all) keep_best_moves(answer);  // all of them draw; the search chooses one
        return answer.moves.empty() ? std::nullopt : std::optional(std::move(solution));
    }
    proof_->add_line(ending, {line_plies, LineExtent::mate}, solution);
    if (solution.line.empty()) return std::nullopt;
    MoveAnswer best = solution.line.front().answer;
    best.dtz = answer.dtz = proof_->dtz_of(ending, answer.bounds);
    const std::vector<MoveAnswer> known = std::exchange(answer.moves, {best});
    for (const MoveAnswer& move : known) {
        if (wants_all && move.move != best.move && move.bounds.is_exact()) answer.moves.push_back(move);
    }
    return solution;
}

}  // namespace philidor
