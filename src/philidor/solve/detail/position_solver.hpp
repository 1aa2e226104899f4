/// @file
/// Proves the value of a position with any number of men.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/detail/scout.hpp"
#include "philidor/solve/detail/win_search.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Proves the values of a root position and of positions that play can reach from it. It solves more and more
/// tables: first those without promotions, then those that play can enter from a position not yet solved.
/// docs/solving.md explains the method. Use it from one thread; it may start several itself.
class PositionSolver {
  public:
    /// A solver for positions that play can reach from the root. No table has more than `most_pieces` queens,
    /// rooks, bishops and knights of both sides together.
    explicit PositionSolver(const Ending& root, Effort effort = {}, unsigned most_pieces = usual_most_pieces);

    /// Works until the values of these positions are known or a limit is reached. Returns why it stopped.
    SolveEnd settle(std::span<const Ending> targets, Goal goal = Goal::value);

    /// Allows every attempt to be made again. Needed for targets that play cannot reach from the earlier
    /// ones.
    void allow_all_attempts();

    /// The bounds proved for a position.
    [[nodiscard]] WdlBounds bounds_of(const Ending& ending) const {
        return knowledge_.bounds_of(ending.board());
    }

    /// All answers found so far.
    [[nodiscard]] const Knowledge& knowledge() const { return knowledge_; }

    /// The same, for adding answers from elsewhere.
    [[nodiscard]] Knowledge& knowledge() { return knowledge_; }

    /// The key of the root.
    [[nodiscard]] const MaterialKey& root_key() const { return root_key_; }

    /// The most queens, rooks, bishops and knights of both sides together in any table.
    [[nodiscard]] unsigned most_pieces() const { return most_pieces_; }

    /// The limits of the work.
    [[nodiscard]] const Effort& effort() const { return effort_; }

    /// The budget in the effort.
    [[nodiscard]] const Budget& budget() const { return effort_.budget; }

    /// Sets the limits of later work.
    void set_effort(Effort effort) { effort_ = std::move(effort); }

    /// The cost of the work so far.
    [[nodiscard]] const SolveStatistics& statistics() const { return statistics_; }

  private:
    /// An attempt, and the graph of the tables that it needs next. It is found when it is needed, and holds
    /// until the attempt is made: what others find out in the meantime only makes it larger than necessary.
    struct Plan {
        detail::Attempt attempt;
        std::unique_ptr<detail::ProofGraph> next;
        std::uint64_t tiles_spent = 0;  ///< by this attempt so far
        bool has_queens = false;        ///< `solve_queens` was done for it
    };

    [[nodiscard]] std::vector<Board> open_targets(std::span<const Ending> targets,
                                                  Goal goal,
                                                  Color attacker) const;
    [[nodiscard]] bool is_settled(std::span<const Ending> targets, Goal goal) const;
    void solve_base(std::span<const Ending> targets, Goal goal);
    void take_step(Plan& plan, detail::ProofGraph& graph);
    void solve_queens(std::span<const Ending> targets, Goal goal, Plan& plan);
    [[nodiscard]] bool is_worth_exploring(const Plan& plan) const;
    void explore(Plan& plan, std::span<const Ending> targets, Goal goal);
    [[nodiscard]] Plan* cheapest_plan(std::span<const Ending> targets, Goal goal);
    [[nodiscard]] std::uint64_t tiles_spent_on(Question question) const;
    void finish(const Plan& done);
    void solve_next(std::span<const Ending> targets, Goal goal);
    void search_wins(std::span<const Ending> targets, Goal goal, Color attacker, std::size_t nodes);
    void keep_proof(const detail::WinSearch& search, Color attacker, const Board& target);
    void scout(std::span<const Ending> targets, Goal goal);
    /// Whether a table with one more piece is allowed.
    [[nodiscard]] bool has_room_for_scouts() const { return root_key_.piece_count() < most_pieces_; }
    void scout_in_turn(std::span<const Ending> targets, Goal goal, std::uint64_t work);
    std::uint64_t solve_visited(Color attacker, const detail::KeyVisits& visits);
    void run(detail::ProofGraph& graph);
    [[nodiscard]] Budget watched_budget() const;
    void tell(SolveProgress progress) const;
    void note_end();

    Ending root_;
    MaterialKey root_key_;
    std::vector<MaterialKey> first_keys_;  ///< the root's key, and the keys after captures en passant
    unsigned most_pieces_;
    Effort effort_;
    Knowledge knowledge_;
    std::vector<Plan> plans_;
    ByColor<detail::Scout> scouts_;     ///< by attacker
    std::uint64_t scout_nodes_;         ///< of the next search
    std::uint64_t scout_work_ = 0;      ///< positions that scouts searched, and tiles that they asked for
    std::uint64_t table_work_ = 0;      ///< tiles solved otherwise, counted for each question
    std::size_t fruitless_scouts_ = 0;  ///< how many of the last ones asked for no table
    std::size_t scout_count_ = 0;
    std::size_t attempt_count_ = 0;
    SolveAim aim_ = SolveAim::base;       ///< of the last attempt
    std::vector<MaterialKey> base_keys_;  ///< what play can reach without promotions
    bool has_base_ = false;               ///< all tables without promotions are solved
    SolveStatistics statistics_;
    std::optional<SolveEnd> end_;
};

}  // namespace philidor
