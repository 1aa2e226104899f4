/// @file
/// Proves what a position is worth, however many men it has.
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
#include "philidor/chess/color.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/effort.hpp"
#include "philidor/solve/knowledge.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Proves values of positions with the pawns and pieces of one root, or with fewer, by solving ever more
/// tables: first those without promotions, then those that an open position can still enter. docs/solving.md
/// explains the method. Use it from one thread; it may use several itself.
class PositionSolver {
  public:
    /// Works for positions that play can reach from this one, with at most this many queens, rooks, bishops
    /// and knights of both sides together.
    explicit PositionSolver(const Ending& root, Effort effort = {}, unsigned most_pieces = usual_most_pieces);

    /// Works until the values of these positions are known, or the effort is spent.
    SolveEnd settle(std::span<const Ending> targets, Goal goal = Goal::value);

    /// Lets every attempt be made again: for targets that play cannot reach from the earlier ones.
    void allow_all_attempts();

    /// What is proved about a position.
    [[nodiscard]] WdlBounds bounds_of(const Ending& ending) const {
        return knowledge_.bounds_of(ending.board());
    }

    /// The answers behind it.
    [[nodiscard]] const Knowledge& knowledge() const { return knowledge_; }

    /// The answers, to add what is known from elsewhere.
    [[nodiscard]] Knowledge& knowledge() { return knowledge_; }

    /// The key that it was made for.
    [[nodiscard]] const MaterialKey& root_key() const { return root_key_; }

    /// The most queens, rooks, bishops and knights on the board.
    [[nodiscard]] unsigned most_pieces() const { return most_pieces_; }

    /// What the work may take.
    [[nodiscard]] const Effort& effort() const { return effort_; }

    /// The same, of which only the budget is asked by those who measure and play.
    [[nodiscard]] const Budget& budget() const { return effort_.budget; }

    /// What later work may take.
    void set_effort(Effort effort) { effort_ = std::move(effort); }

    /// What was done so far.
    [[nodiscard]] const SolveStatistics& statistics() const { return statistics_; }

  private:
    /// The cheapest attempt at a question about one attacker, explored.
    struct NextAttempt {
        detail::Attempt attempt;
        std::unique_ptr<detail::ProofGraph> graph;
    };

    [[nodiscard]] std::vector<Board> open_targets(std::span<const Ending> targets,
                                                  Goal goal,
                                                  Color attacker) const;
    [[nodiscard]] bool is_settled(std::span<const Ending> targets, Goal goal) const;
    void solve_base(std::span<const Ending> targets, Goal goal);
    [[nodiscard]] bool is_worth_exploring(const detail::Attempt& attempt) const;
    void choose_attempt(std::span<const Board> open, Color attacker);
    void solve_next(std::span<const Ending> targets, Goal goal);
    void search_wins(std::span<const Ending> targets, Goal goal, Color attacker, std::size_t nodes);
    void run(detail::ProofGraph& graph);
    [[nodiscard]] Budget watched_budget() const;
    void tell(SolveProgress progress) const;
    void note_end();

    Ending root_;
    MaterialKey root_key_;
    std::vector<MaterialKey> first_keys_;  ///< the root's, and those that only a capture en passant leads to
    unsigned most_pieces_;
    Effort effort_;
    Knowledge knowledge_;
    std::vector<detail::Attempt> attempts_;
    ByColor<std::optional<NextAttempt>> next_;  ///< by attacker; good until more is known about its wins
    std::size_t attempt_count_ = 0;
    bool has_base_ = false;  ///< all tables without promotions are solved
    SolveStatistics statistics_;
    std::optional<SolveEnd> end_;
};

}  // namespace philidor
