#include "philidor/solve/solution.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "philidor/chess/movegen.hpp"

namespace philidor {

namespace {

/// Asks about a position and what follows it, one thing after the other, until the costs are too high.
class Inquiry {
  public:
    Inquiry(const Board& root, PositionSolver& solver, const SolveOptions& options)
        : root_(root), solver_(solver), options_(options) {
        for (const Move move : legal_moves(root)) {
            const Board after = root.after(move);
            // The solver knows tables without new pieces only.
            (move.is_promotion() ? promotions_ : others_).push_back({move, after, {}});
        }
    }

    void settle_value(Goal goal) {
        const std::array targets{root_};
        solution_.end = solver_.settle(targets, goal);
        goes_on_ = solution_.end == SolveEnd::settled || solution_.end == SolveEnd::exhausted;
    }

    /// First which moves keep the value, then what the others spoil.
    void settle_moves() {
        const WdlBounds bounds = solver_.bounds_of(root_);
        std::vector<Board> targets;
        targets.reserve(others_.size());
        for (const After& after : others_) targets.push_back(after.board);
        if (bounds.is_exact() && bounds.worst == Wdl::win) settle(targets, Goal::loss);
        if (bounds.is_exact() && bounds.worst == Wdl::draw) settle(targets, Goal::win);
        settle(targets, Goal::value);
        for (After& after : promotions_) settle_promotion(after);
    }

    void settle_other_side() {
        const auto other = with_other_side_to_move(root_);
        if (!other) {
            solution_.is_mutual_zugzwang = false;
            return;
        }
        const std::array targets{*other};
        solver_.allow_all_attempts();
        settle(targets, Goal::value);
        solution_.other_side = solver_.bounds_of(*other);
    }

    Solution finish() {
        add_statistics(solver_.statistics());
        solution_.statistics.least_bytes = solver_.statistics().least_bytes;
        WdlBounds best_move = WdlBounds::exactly(Wdl::loss);
        for (const std::vector<After>* moves : {&others_, &promotions_}) {
            for (const After& after : *moves) {
                const WdlBounds bounds = -both_of(after.bounds, solver_.bounds_of(after.board));
                best_move = better_of(best_move, bounds);
                solution_.moves.push_back({after.move, bounds, {}});
            }
        }
        solution_.bounds = both_of(solver_.bounds_of(root_), best_move);
        sort_best_first(solution_.moves);
        if (solution_.other_side) {
            solution_.is_mutual_zugzwang = is_mutual_zugzwang(solution_.bounds, *solution_.other_side);
        }
        return solution_;
    }

  private:
    struct After {
        Move move;
        Board board;
        WdlBounds bounds;
    };

    void settle(std::span<const Board> targets, Goal goal) {
        if (!goes_on_) return;
        const SolveEnd end = solver_.settle(targets, goal);
        goes_on_ = end == SolveEnd::settled || end == SolveEnd::exhausted;
    }

    void settle_promotion(After& after) {
        if (!goes_on_) return;
        PositionSolver solver(after.board, options_);
        const std::array targets{after.board};
        goes_on_ = solver.settle(targets) != SolveEnd::interrupted;
        after.bounds = solver.bounds_of(after.board);
        add_statistics(solver.statistics());
    }

    void add_statistics(const SolveStatistics& statistics) {
        solution_.statistics.tables += statistics.tables;
        solution_.statistics.positions += statistics.positions;
        solution_.statistics.peak_bytes = std::max(solution_.statistics.peak_bytes, statistics.peak_bytes);
    }

    const Board& root_;
    PositionSolver& solver_;
    const SolveOptions& options_;
    std::vector<After> others_;
    std::vector<After> promotions_;
    Solution solution_;
    bool goes_on_ = true;
};

}  // namespace

std::optional<Board> with_other_side_to_move(const Board& board) {
    Setup setup = board.to_setup();
    setup.side_to_move = !setup.side_to_move;
    setup.en_passant.reset();
    const auto other = Board::from_setup(setup);
    return other ? std::optional(*other) : std::nullopt;
}

std::optional<bool> is_mutual_zugzwang(WdlBounds one_side, WdlBounds other_side) {
    const WdlBounds after_passing = -other_side;
    if (after_passing.worst > one_side.best) return true;
    if (after_passing.best <= one_side.worst) return false;
    return std::nullopt;
}

Solution find_solution(
    const Board& root, PositionSolver& solver, const SolveOptions& options, SolutionScope scope, Goal goal) {
    if (!has_legal_move(root)) {
        Solution solution;
        solution.bounds = WdlBounds::exactly(root.is_check() ? Wdl::loss : Wdl::draw);
        return solution;
    }
    Inquiry inquiry(root, solver, options);
    inquiry.settle_value(goal);
    if (scope != SolutionScope::value) inquiry.settle_moves();
    if (scope == SolutionScope::everything) inquiry.settle_other_side();
    return inquiry.finish();
}

}  // namespace philidor
