/// @file
/// Proves what a position is worth, however many men it has.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/detail/attempt.hpp"
#include "philidor/solve/detail/proof_graph.hpp"
#include "philidor/solve/knowledge.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// How far the work is.
struct SolveProgress {
    std::size_t attempt = 0;         ///< which attempt is going on, counting from 1; 0 if none is
    double share = 0;                ///< of this attempt's tables, 0 to 1
    std::size_t attempt_tables = 0;  ///< of this attempt
    std::size_t tables = 0;          ///< solved until now, by all attempts
    std::uint64_t bytes = 0;         ///< memory that the tables take
};

/// What solving may cost.
struct SolveOptions {
    unsigned threads = 1;
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;           ///< for the tables
    std::optional<std::chrono::steady_clock::time_point> deadline;  ///< when to give up
    unsigned most_pieces = 3;  ///< the most queens, rooks, bishops and knights of both sides together
    /// Called now and then, by one thread at a time; returning false gives up.
    std::function<bool(const SolveProgress&)> progress;
};

/// How an attempt to settle positions ended.
enum class SolveEnd : std::uint8_t {
    settled,      ///< everything that was asked for
    out_of_time,  ///< the deadline passed
    out_of_memory,
    interrupted,  ///< the caller asked to stop
    exhausted,    ///< nothing is left to try with so few pieces and so little memory
};

/// What was done so far.
struct SolveStatistics {
    std::size_t tables = 0;       ///< tables solved, each attempt counted
    std::uint64_t positions = 0;  ///< of these tables
    std::uint64_t peak_bytes = 0;
    std::uint64_t least_bytes = 0;  ///< if tables without promotions do not fit: they take at least so much
};

/// Which part of a value is to be settled.
enum class Goal : std::uint8_t {
    value,  ///< all of it
    win,    ///< only whether the side to move wins
    loss,   ///< only whether the side to move loses
};

/// Proves values of positions with the pawns and pieces of one root, or with fewer, by solving ever more
/// tables: first those in which nobody has promoted, then those that an open position can still enter.
/// docs/solving.md tells how.
class PositionSolver {
  public:
    /// Works for positions that play can reach from this one. Nobody may castle in it.
    PositionSolver(const Board& root, SolveOptions options);

    /// Works until the values of these positions are known, or the costs are too high.
    SolveEnd settle(std::span<const Board> targets, Goal goal = Goal::value);

    /// Lets every attempt be made again: for targets that play cannot reach from the earlier ones.
    void allow_all_attempts();

    /// What is proved about a position.
    [[nodiscard]] WdlBounds bounds_of(const Board& board) const { return knowledge_.bounds_of(board); }

    /// The answers behind it.
    [[nodiscard]] const Knowledge& knowledge() const { return knowledge_; }

    /// The answers, to add what is known from elsewhere.
    [[nodiscard]] Knowledge& knowledge() { return knowledge_; }

    /// The key that it was made for.
    [[nodiscard]] const MaterialKey& root() const { return root_; }

    /// What it was told about costs.
    [[nodiscard]] const SolveOptions& options() const { return options_; }

    /// The same as a budget.
    [[nodiscard]] Budget budget() const {
        return budget([](const Progress&) { return SolveProgress{}; });
    }

    /// What was done so far.
    [[nodiscard]] const SolveStatistics& statistics() const { return statistics_; }

  private:
    /// The cheapest attempt at a question about one attacker, explored.
    struct Plan {
        detail::Attempt attempt;
        std::unique_ptr<detail::ProofGraph> graph;
    };

    [[nodiscard]] std::vector<Board> open_targets(std::span<const Board> targets,
                                                  Goal goal,
                                                  Color attacker) const;
    [[nodiscard]] bool is_settled(std::span<const Board> targets, Goal goal) const;
    void solve_base(std::span<const Board> targets, Goal goal);
    [[nodiscard]] bool is_worth_exploring(const detail::Attempt& attempt) const;
    void plan(std::span<const Board> open, Color attacker);
    void solve_next(std::span<const Board> targets, Goal goal);
    void search_wins(std::span<const Board> targets, Goal goal, Color attacker, std::size_t nodes);
    void run(detail::ProofGraph& graph);
    [[nodiscard]] Budget budget(const std::function<SolveProgress(const Progress&)>& tell) const;
    [[nodiscard]] Budget budget_telling(const SolveProgress& always) const {
        return budget([always](const Progress&) { return always; });
    }
    void note_end(const Budget& budget);

    MaterialKey root_;
    std::vector<MaterialKey> first_keys_;  ///< the root's, and those that only a capture en passant leads to
    SolveOptions options_;
    Knowledge knowledge_;
    std::vector<detail::Attempt> attempts_;
    ByColor<std::optional<Plan>> plans_;  ///< by attacker; good until something new is known about its wins
    std::size_t attempt_count_ = 0;
    bool has_base_ = false;  ///< all tables in which nobody has promoted are solved
    SolveStatistics statistics_;
    std::optional<SolveEnd> end_;
};

}  // namespace philidor
