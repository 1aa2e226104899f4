#include "philidor/solve/detail/position_solver.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "philidor/base/detail/parallel.hpp"
#include "philidor/chess/movegen.hpp"
#include "philidor/material/detail/child_keys.hpp"
#include "philidor/material/detail/table_size.hpp"
#include "philidor/solve/detail/hope.hpp"
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
constexpr std::uint64_t nodes_per_tile = 1;
constexpr std::uint64_t nodes_before_tables = 4'000;
constexpr std::uint64_t first_nodes = 40'000;
constexpr std::uint64_t fewest_nodes = 10'000;
constexpr std::uint64_t most_nodes = 2'000'000;
constexpr std::uint64_t fewest_nodes_each = 2'000;  ///< for one of several targets

/// The most tiles of all tables with one queen, and the search that follows them.
constexpr std::uint64_t most_queen_tiles = 1'000'000;
constexpr std::uint64_t nodes_per_queen_tile = 4;

/// Scouts begin with searches of this many positions. They wait until tables have taken this much work, which
/// is some seconds, and take this share of the work from then on.
constexpr std::uint64_t first_scout_nodes = 100'000;
constexpr std::uint64_t work_before_scouts = 400'000;
constexpr std::uint64_t scout_share = 2;

/// Tables without promotions that are found before it is known whether scouts will do without them, and the
/// work that scouts get first if there are more.
constexpr std::size_t few_base_keys = 200'000;
constexpr std::uint64_t work_before_large_base = 6'000'000;

/// Scouts that ask for no table, one after the other, before they are given up.
constexpr std::size_t most_fruitless_scouts = 1;

/// One scout in this many asks for tables for both sides.
constexpr std::size_t scouts_of_favourite = 3;

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

/// How many positions to search after a step: about as long as it took.
std::uint64_t nodes_after(const ProofGraph& graph, std::uint64_t nodes_for_each_tile) {
    return std::clamp(graph.tile_count() * nodes_for_each_tile, fewest_nodes, most_nodes);
}

SolveAim aim_of(Question question) {
    const bool is_proof = question.certainty == Certainty::proved;
    if (question.attacker == Color::white) {
        return is_proof ? SolveAim::white_wins : SolveAim::white_does_not_win;
    }
    return is_proof ? SolveAim::black_wins : SolveAim::black_does_not_win;
}

}  // namespace

PositionSolver::PositionSolver(const Ending& root, Effort effort, unsigned most_pieces)
    : root_(root),
      root_key_(MaterialKey::from_board(root.board())),
      first_keys_{root_key_},
      most_pieces_(most_pieces),
      effort_(std::move(effort)),
      knowledge_(effort_.syzygy),
      scouts_{{detail::Scout(root_key_, Color::white, most_pieces),
               detail::Scout(root_key_, Color::black, most_pieces)}},
      scout_nodes_(first_scout_nodes) {
    for (Attempt& attempt : detail::all_attempts(root_key_, most_pieces)) {
        plans_.push_back({std::move(attempt), nullptr});
    }
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
    for (Plan& plan : plans_) plan.next = nullptr;
    if (is_settled(targets, goal)) return SolveEnd::settled;
    if (!has_base_) {
        // A short mate needs no tables, however many men there are.
        for (const Color attacker : all_colors) search_wins(targets, goal, attacker, nodes_before_tables);
        if (is_settled(targets, goal)) return SolveEnd::settled;
        if (!end_) solve_base(targets, goal);
    }
    for (const Color attacker : all_colors) search_wins(targets, goal, attacker, first_nodes);
    while (!end_ && !is_settled(targets, goal)) {
        if (has_base_) {
            solve_next(targets, goal);
            continue;
        }
        if (fruitless_scouts_ > most_fruitless_scouts) {
            end_ = SolveEnd::out_of_memory;
        } else {
            scout(targets, goal);
        }
    }
    return is_settled(targets, goal) ? SolveEnd::settled : *end_;
}

void PositionSolver::allow_all_attempts() {
    for (Plan& plan : plans_) plan.attempt.is_done = false;
}

/// Solves the tables without promotions as far as memory allows: first those without pieces, then those with
/// one piece, and so on. Scouts come before what would take long.
void PositionSolver::solve_base(std::span<const Ending> targets, Goal goal) {
    const std::uint64_t most_bytes = policy::most_answer_bytes(budget());
    const std::size_t most_keys = most_bytes / policy::base_bytes(1, 1);  // no more than fit
    base_keys_ =
        detail::keys_without_promotions(first_keys_, std::min(few_base_keys, most_keys), watched_budget());
    if (base_keys_.size() > few_base_keys) {
        scout_in_turn(targets, goal, work_before_large_base);
        if (end_ || is_settled(targets, goal)) return;
        base_keys_ = detail::keys_without_promotions(first_keys_, most_keys, watched_budget());
    }
    const std::vector<MaterialKey>& keys = base_keys_;
    note_end();
    std::uint64_t tiles = 0;
    for (unsigned pieces = 0; pieces <= root_key_.piece_count(); ++pieces) {
        ProofGraph graph(root_key_, all_questions, no_promotions(root_key_), knowledge_);
        graph.add(keys, pieces);
        tiles += graph.tile_count();
        const std::uint64_t work = graph.tile_count() * all_questions.size();
        if (work > work_before_scouts) scout_in_turn(targets, goal, table_work_ + work / 2);
        if (end_ || is_settled(targets, goal)) return;
        const std::uint64_t bytes =
            policy::base_bytes(keys.size(), std::max<std::uint64_t>(tiles, keys.size()));
        if (bytes > most_bytes) {
            statistics_.least_bytes = policy::memory_for_answers(bytes);
            // Without any table, a search of moves has nothing to end at.
            if (pieces == 0 && !has_room_for_scouts()) end_ = SolveEnd::out_of_memory;
            return;
        }
        run(graph);
        table_work_ += work;
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
        keep_proof(search, attacker, target);
    }
}

/// Keeps what a search has proved about a position.
void PositionSolver::keep_proof(const detail::WinSearch& search, Color attacker, const Board& target) {
    knowledge_.put(attacker, search.proof(target));
}

/// Searches for wins of both sides, and solves the tables in which the searches got stuck: as a rule for the
/// side that is closer to a win, now and then for both.
void PositionSolver::scout(std::span<const Ending> targets, Goal goal) {
    struct Side {
        Color attacker;
        std::vector<Board> open;
        detail::WinSearch search;
    };
    std::vector<Side> sides;
    for (const Color attacker : all_colors) {
        std::vector<Board> open = open_targets(targets, goal, attacker);
        if (open.empty() || scout_nodes_ / open.size() < fewest_nodes_each) continue;
        sides.push_back({attacker, std::move(open), detail::WinSearch(knowledge_, attacker)});
    }
    std::mutex telling;
    Budget watched = watched_budget();
    watched.progress = [&, tell = std::move(watched.progress)](const Progress& progress) {
        const std::lock_guard lock(telling);
        tell(progress);
    };
    parallel_for(sides.size(), budget().threads, [&](std::size_t begin, std::size_t end) {
        for (Side& side : std::span(sides).subspan(begin, end - begin)) {
            for (const Board& target : side.open)
                side.search.search(target, scout_nodes_ / side.open.size(), watched);
        }
    });
    note_end();
    scout_work_ += sides.size() * scout_nodes_;
    for (const Side& side : sides) {
        for (const Board& target : side.open) keep_proof(side.search, side.attacker, target);
    }
    const auto distance = [](const Side& side) { return side.search.distance_to_proof(side.open.front()); };
    const auto favourite = std::ranges::min_element(sides, {}, distance);
    const bool is_for_both = ++scout_count_ % scouts_of_favourite == 0;
    std::uint64_t tiles = 0;
    for (auto side = sides.begin(); side != sides.end(); ++side) {
        if (end_ || is_settled(targets, goal) || (side != favourite && !is_for_both)) continue;
        tiles += solve_visited(side->attacker, side->search.visits());
    }
    scout_work_ += tiles;
    scout_nodes_ = std::min(scout_nodes_ + scout_nodes_ / 4, most_nodes);
    fruitless_scouts_ = tiles == 0 ? fruitless_scouts_ + 1 : 0;
}

/// Solves the tables that a search for wins of the attacker asks for. Returns how many tiles they have.
std::uint64_t PositionSolver::solve_visited(Color attacker, const detail::KeyVisits& visits) {
    std::uint64_t tiles = 0;
    aim_ = aim_of({attacker, Certainty::proved});
    for (std::size_t rung = 0; rung < scouts_[attacker].ladder().size(); ++rung) {
        if (knowledge_.byte_count() >= policy::most_kept_bytes(budget())) break;  // it would get nothing
        ProofGraph graph = scouts_[attacker].choose(rung, visits, scout_nodes_, knowledge_, watched_budget());
        note_end();
        if (!end_ && graph.table_count() != 0) run(graph);
        if (end_) break;
        tiles += graph.tile_count();
        if (tiles > scout_nodes_ / 8) break;  // that is enough for a while
    }
    return tiles;
}

/// Scouts until the next time might take more than this much work in all, or finds nothing to do. One takes a
/// search for each side, and about as many tiles.
void PositionSolver::scout_in_turn(std::span<const Ending> targets, Goal goal, std::uint64_t work) {
    while (!end_ && !is_settled(targets, goal) && has_room_for_scouts() &&
           fruitless_scouts_ <= most_fruitless_scouts && scout_work_ + 3 * scout_nodes_ <= work) {
        scout(targets, goal);
    }
}

/// If an attempt to win with a single queen has no hope, or its first step was not enough: solves all tables
/// with this queen, wherever play is open, and searches moves with them. A search ends at what is known, and
/// in races this is what it needs: a queen that wins. The attempt itself may have no hope, if the opponent
/// gets a queen as well.
void PositionSolver::solve_queens(std::span<const Ending> targets, Goal goal, Plan& plan) {
    const Color attacker = plan.attempt.question.attacker;
    const Certainty certainty = plan.attempt.question.certainty;
    const bool is_single = plan.attempt.resources.all_pieces == root_key_.piece_count() + 1 &&
                           !plan.attempt.resources.opponent_alone;
    if (certainty != Certainty::proved || !is_single || plan.has_queens) return;
    plan.has_queens = true;
    if (end_ || open_targets(targets, goal, attacker).empty()) return;
    detail::Reach reach;
    for (const MaterialKey& key : base_keys_) {
        if (!knowledge_.is_open(attacker, key)) continue;
        reach.open.insert(key);
        for_each_table_read(key, [&](const TableRead& read) {
            if (has_promoted(attacker, root_key_, read.key) &&
                allows(plan.attempt.resources, attacker, root_key_, read.key)) {
                reach.entrances.insert(read.key);
            }
        });
    }
    ProofGraph graph(root_key_, plan.attempt.question, plan.attempt.resources, knowledge_);
    graph.add(reach, plan.attempt.solved, most_queen_tiles, watched_budget());
    note_end();
    if (end_ || graph.tile_count() > most_queen_tiles) return;
    take_step(plan, graph);
    search_wins(targets, goal, attacker, nodes_after(graph, nodes_per_queen_tile));
}

/// Solves the tables of a step of an attempt.
void PositionSolver::take_step(Plan& plan, ProofGraph& graph) {
    aim_ = aim_of(plan.attempt.question);
    run(graph);
    plan.tiles_spent += graph.tile_count();
    table_work_ += graph.tile_count();
    const std::vector<MaterialKey> solved = graph.keys_with_new_pieces();
    plan.attempt.solved.insert(solved.begin(), solved.end());
}

/// Whether no cheaper attempt should come first. An attempt with more resources reaches more tables.
bool PositionSolver::is_worth_exploring(const Plan& plan) const {
    if (plan.attempt.is_done) return false;
    return std::ranges::none_of(plans_, [&](const Plan& other) {
        return &other != &plan && !other.attempt.is_done && other.attempt.question == plan.attempt.question &&
               plan.attempt.resources.include(other.attempt.resources);
    });
}

/// Finds what an attempt needs next, unless that is far more than fits. An attempt without hope is done.
void PositionSolver::explore(Plan& plan, std::span<const Ending> targets, Goal goal) {
    const Attempt& attempt = plan.attempt;
    const std::vector<Board> open = open_targets(targets, goal, attempt.question.attacker);
    const Budget watched = watched_budget();
    detail::Hope hope(root_key_, attempt, knowledge_, watched);
    if (std::ranges::none_of(open, [&](const Board& target) { return hope.is_alive(target); })) {
        finish(plan);
        return solve_queens(targets, goal, plan);
    }
    const detail::Reach reach = detail::find_reach(open, hope, knowledge_);
    auto graph = std::make_unique<ProofGraph>(root_key_, attempt.question, attempt.resources, knowledge_);
    graph->add(reach, attempt.solved, policy::most_attempt_tiles(budget()), watched);
    note_end();
    plan.next = std::move(graph);
}

/// The attempt to make next: of the questions that are open the one that has cost least so far, what comes
/// next included. Null if there is none.
PositionSolver::Plan* PositionSolver::cheapest_plan(std::span<const Ending> targets, Goal goal) {
    const std::uint64_t most_tiles = policy::most_attempt_tiles(budget());
    Plan* cheapest = nullptr;
    std::uint64_t least = 0;
    for (Plan& plan : plans_) {
        const Question question = plan.attempt.question;
        if (!is_worth_exploring(plan)) continue;
        if (open_targets(targets, goal, question.attacker).empty()) continue;
        if (plan.next == nullptr) explore(plan, targets, goal);
        if (end_) return nullptr;
        if (plan.next == nullptr || plan.next->tile_count() >= most_tiles) continue;
        const std::uint64_t cost = tiles_spent_on(question) + plan.next->tile_count();
        if (cheapest != nullptr && cost >= least) continue;
        cheapest = &plan;
        least = cost;
    }
    return cheapest;
}

std::uint64_t PositionSolver::tiles_spent_on(Question question) const {
    std::uint64_t sum = 0;
    for (const Plan& plan : plans_) {
        if (plan.attempt.question == question) sum += plan.tiles_spent;
    }
    return sum;
}

/// An attempt can settle no more, and so neither can those with fewer resources.
void PositionSolver::finish(const Plan& done) {
    for (Plan& plan : plans_) {
        const bool is_included = plan.attempt.question == done.attempt.question &&
                                 done.attempt.resources.include(plan.attempt.resources);
        if (is_included) plan.attempt.is_done = true;
    }
}

/// Makes the cheapest attempt, as far as it needs tables now. Then searches moves for about as long, using
/// the new knowledge.
void PositionSolver::solve_next(std::span<const Ending> targets, Goal goal) {
    Plan* const plan = cheapest_plan(targets, goal);
    if (plan == nullptr) {
        if (!end_ && table_work_ > work_before_scouts) scout(targets, goal);
        if (!end_ && (fruitless_scouts_ > most_fruitless_scouts || table_work_ <= work_before_scouts))
            end_ = SolveEnd::exhausted;
        return;
    }
    const std::uint64_t work = table_work_ + plan->next->tile_count();
    if (work > work_before_scouts) scout_in_turn(targets, goal, work * scout_share);
    if (end_ || is_settled(targets, goal)) return;
    const std::unique_ptr<ProofGraph> graph = std::move(plan->next);
    take_step(*plan, *graph);
    if (graph->keys_with_new_pieces().empty()) finish(*plan);  // all that it needs is there
    search_wins(targets, goal, plan->attempt.question.attacker, nodes_after(*graph, nodes_per_tile));
    solve_queens(targets, goal, *plan);
}

void PositionSolver::run(ProofGraph& graph) {
    ++attempt_count_;
    Budget watched = budget();
    watched.progress = [&](const Progress& progress) {
        tell({attempt_count_,
              aim_,
              progress.share(),
              graph.table_count(),
              statistics_.tables + static_cast<std::size_t>(progress.done),
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
    watched.progress = [this](const Progress&) {
        tell({attempt_count_, aim_, 0, 0, statistics_.tables, 0, {}});
    };
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
