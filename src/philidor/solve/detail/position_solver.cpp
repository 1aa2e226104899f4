#include "philidor/solve/detail/position_solver.hpp"

#include <algorithm>
#include <utility>

#include "philidor/chess/movegen.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/solve/detail/keys_without_promotions.hpp"
#include "philidor/solve/detail/reach.hpp"
#include "philidor/solve/detail/solve_policy.hpp"
#include "philidor/solve/detail/win_search.hpp"

namespace philidor {

namespace {

using detail::Attempt;
using detail::ProofGraph;
namespace policy = detail::policy;

/// The limits of a search of moves, and its cost compared with solving tables.
constexpr std::uint64_t nodes_per_tile = 4;
constexpr std::uint64_t first_nodes = 40'000;
constexpr std::uint64_t fewest_nodes = 10'000;
constexpr std::uint64_t most_nodes = 2'000'000;
constexpr std::uint64_t fewest_nodes_each = 2'000;  ///< for one of several targets

constexpr std::uint64_t positions_per_tile = std::uint64_t{2} * 64 * 64;

/// Whether a win of the attacker is possible but not proved.
bool is_open(WdlBounds bounds, bool is_attacker_to_move) {
    const WdlBounds for_attacker = is_attacker_to_move ? bounds : -bounds;
    return for_attacker.best == Wdl::win && for_attacker.worst != Wdl::win;
}

/// Whether the goal asks about wins of the attacker.
bool concerns(Goal goal, bool is_attacker_to_move) {
    return goal == Goal::value || (goal == Goal::win) == is_attacker_to_move;
}

/// Resources for all tables without promotions.
Resources no_promotions(const MaterialKey& root) {
    return {{{root.pieces(Color::white).total(), root.pieces(Color::black).total()}}, root.piece_count()};
}

std::vector<Question> all_questions() {
    std::vector<Question> questions;
    for (const Color attacker : all_colors) {
        for (const Certainty certainty : all_certainties) questions.push_back({attacker, certainty});
    }
    return questions;
}

}  // namespace

PositionSolver::PositionSolver(const Ending& root, Effort effort, unsigned most_pieces)
    : root_(root),
      root_key_(MaterialKey::from_board(root.board())),
      first_keys_{root_key_},
      most_pieces_(most_pieces),
      effort_(std::move(effort)),
      attempts_(detail::all_attempts(root_key_, most_pieces)) {
    for (const Move move : legal_moves(root.board())) {
        if (move.flag() == MoveFlag::en_passant)
            first_keys_.push_back(MaterialKey::from_board(root.board().after(move)));
    }
}

std::vector<Board> PositionSolver::open_targets(std::span<const Ending> targets,
                                                Goal goal,
                                                Color attacker) const {
    std::vector<Board> open;
    for (const Ending& target : targets) {
        const bool is_to_move = target.board().side_to_move() == attacker;
        if (concerns(goal, is_to_move) && is_open(bounds_of(target), is_to_move)) {
            open.push_back(target.board());
        }
    }
    return open;
}

SolveEnd PositionSolver::settle(std::span<const Ending> targets, Goal goal) {
    end_.reset();
    next_ = {};
    if (is_settled(targets, goal)) return SolveEnd::settled;
    if (!has_base_) solve_base(targets, goal);
    std::uint64_t nodes = first_nodes;
    search_wins(targets, goal, Color::white, nodes);
    search_wins(targets, goal, Color::black, nodes);
    while (!end_ && !is_settled(targets, goal)) {
        if (has_base_) {
            solve_next(targets, goal);
            continue;
        }
        nodes *= 2;
        if (nodes > most_nodes) end_ = SolveEnd::out_of_memory;
        for (const Color attacker : all_colors) search_wins(targets, goal, attacker, nodes);
    }
    return is_settled(targets, goal) ? SolveEnd::settled : *end_;
}

void PositionSolver::allow_all_attempts() {
    for (Attempt& attempt : attempts_) attempt.is_done = false;
}

/// Solves the tables without promotions as far as memory allows: first those without pieces, then those with
/// one piece, and so on.
void PositionSolver::solve_base(std::span<const Ending> targets, Goal goal) {
    const std::uint64_t most_bytes = policy::most_answer_bytes(budget());
    // There is no need to find more keys than fit.
    const std::vector<MaterialKey> keys = detail::keys_without_promotions(
        first_keys_, most_bytes / policy::base_bytes(1, 1), watched_budget());
    note_end();
    std::uint64_t tiles = 0;
    for (unsigned pieces = 0; pieces <= root_key_.piece_count(); ++pieces) {
        if (end_ || is_settled(targets, goal)) return;
        ProofGraph graph(root_key_, all_questions(), no_promotions(root_key_), knowledge_);
        graph.add(keys, pieces);
        tiles += graph.tile_count();
        const std::uint64_t bytes = policy::base_bytes(keys.size(), std::max<std::uint64_t>(tiles, keys.size()));
        if (bytes > most_bytes) {
            statistics_.least_bytes = policy::memory_for_answers(bytes);
            // Without any table, a search of moves has nothing to end at.
            if (pieces == 0) end_ = SolveEnd::out_of_memory;
            return;
        }
        run(graph);
        has_base_ = pieces == root_key_.piece_count();
        if (has_base_) return;
        for (const Color attacker : all_colors) search_wins(targets, goal, attacker, first_nodes);
    }
}

bool PositionSolver::is_settled(std::span<const Ending> targets, Goal goal) const {
    return std::ranges::all_of(all_colors,
                               [&](Color attacker) { return open_targets(targets, goal, attacker).empty(); });
}

/// Searches for wins of the attacker, visiting this many positions for all targets together, and keeps what
/// it proves.
void PositionSolver::search_wins(std::span<const Ending> targets,
                                 Goal goal,
                                 Color attacker,
                                 std::size_t nodes) {
    const std::vector<Board> open = open_targets(targets, goal, attacker);
    // Tables settle many targets at once, so a search is only for a few.
    if (open.empty() || nodes / open.size() < fewest_nodes_each) return;
    detail::WinSearch search(knowledge_, attacker);
    for (const Board& target : open) {
        if (end_) return;
        search.search(target, nodes / open.size(), watched_budget());
        note_end();
        for (const ProvedPosition& position : search.proof(target)) knowledge_.put(attacker, position);
    }
}

/// Whether no cheaper attempt should come first. An attempt with more resources reaches more tables.
bool PositionSolver::is_worth_exploring(const Attempt& attempt) const {
    if (attempt.is_done) return false;
    return std::ranges::none_of(attempts_, [&](const Attempt& other) {
        return &other != &attempt && !other.is_done && other.question == attempt.question &&
               attempt.resources.include(other.resources);
    });
}

/// Explores the attempts that could be made next about the wins of one side, and chooses the cheapest.
void PositionSolver::choose_attempt(std::span<const Board> open, Color attacker) {
    std::uint64_t most_tiles = policy::most_attempt_tiles(budget());
    const detail::Reach reach = detail::find_reach(open, attacker, knowledge_);
    for (Attempt& attempt : attempts_) {
        if (attempt.question.attacker != attacker || !is_worth_exploring(attempt)) continue;
        auto graph = std::make_unique<ProofGraph>(root_key_, attempt.question, attempt.resources, knowledge_);
        graph->add(reach, most_tiles, watched_budget());
        note_end();
        if (end_) return;
        if (graph->tile_count() >= most_tiles) continue;
        most_tiles = graph->tile_count();
        next_[attacker] = NextAttempt{attempt, std::move(graph)};
    }
}

/// Makes the cheapest attempt that has not been made yet. Then searches moves for about as long, using the
/// new knowledge.
void PositionSolver::solve_next(std::span<const Ending> targets, Goal goal) {
    std::optional<NextAttempt>* cheapest = nullptr;
    for (const Color attacker : all_colors) {
        const std::vector<Board> open = open_targets(targets, goal, attacker);
        if (open.empty()) continue;
        std::optional<NextAttempt>& next = next_[attacker];
        if (!next) choose_attempt(open, attacker);
        if (end_) return;
        if (!next) continue;
        if (cheapest == nullptr || next->graph->tile_count() < (*cheapest)->graph->tile_count())
            cheapest = &next;
    }
    if (cheapest == nullptr) {
        end_ = SolveEnd::exhausted;
        return;
    }
    const NextAttempt chosen = *std::exchange(*cheapest, std::nullopt);
    run(*chosen.graph);
    for (Attempt& attempt : attempts_) {
        const bool is_included = attempt.question == chosen.attempt.question &&
                                 chosen.attempt.resources.include(attempt.resources);
        if (is_included) attempt.is_done = true;
    }
    const std::uint64_t nodes =
        std::clamp(chosen.graph->tile_count() * nodes_per_tile, fewest_nodes, most_nodes);
    search_wins(targets, goal, chosen.attempt.question.attacker, nodes);
}

void PositionSolver::run(ProofGraph& graph) {
    ++attempt_count_;
    Budget watched = budget();
    watched.progress = [&](const Progress& progress) {
        tell({attempt_count_,
              progress.share(),
              graph.table_count(),
              statistics_.tables + progress.done,
              progress.memory_bytes,
              {}});
    };
    const detail::AttemptEnd end = graph.solve({policy::most_kept_bytes(budget())}, watched);
    if (end == detail::AttemptEnd::out_of_memory) end_ = SolveEnd::out_of_memory;
    note_end();
    statistics_.tables += graph.solved_tables();
    statistics_.positions += graph.solved_tiles() * positions_per_tile;
    statistics_.peak_bytes = std::max(statistics_.peak_bytes, graph.peak_bytes());
}

/// The budget for work between attempts, which is watched as well.
Budget PositionSolver::watched_budget() const {
    Budget watched = budget();
    watched.progress = [this](const Progress&) { tell({attempt_count_, 0, 0, statistics_.tables, 0, {}}); };
    return watched;
}

void PositionSolver::tell(SolveProgress progress) const {
    if (!effort_.progress) return;
    progress.bounds = bounds_of(root_);
    effort_.progress(progress);
}

void PositionSolver::note_end() {
    if (budget().is_stopped()) {
        end_ = SolveEnd::interrupted;
    } else if (budget().is_out_of_time()) {
        end_ = SolveEnd::out_of_time;
    }
}

}  // namespace philidor
