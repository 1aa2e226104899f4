#include "philidor/solve/detail/inquiry.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "philidor/chess/movegen.hpp"
#include "philidor/solve/detail/ply_bounds.hpp"

namespace philidor::detail {

namespace {

/// Asks about a position and what follows it, one thing after the other, until the effort is spent.
class Inquiry {
  public:
    Inquiry(const Ending& root, PositionSolver& solver) : root_(root), solver_(solver) {
        solution_.answer.board = root.board();
        for (const Move move : legal_moves(root.board())) {
            const Ending after = root.after(move);
            const WdlBounds bounds = value_by_rules(after.board()).value_or(WdlBounds{});
            // The solver knows tables without new pieces only.
            (move.is_promotion() ? promotions_ : others_).push_back({move, after, bounds});
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
        std::vector<Ending> targets;
        targets.reserve(others_.size());
        for (const After& after : others_) {
            if (!after.bounds.is_exact()) targets.push_back(after.ending);
        }
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
        Answer& answer = solution_.answer;
        answer.bounds = solver_.bounds_of(root_);
        answer.under_rule = value_under_rule(solver_.knowledge(), root_.board(), answer.bounds);
        for (const std::vector<After>* moves : {&others_, &promotions_}) {
            for (const After& after : *moves) {
                MoveAnswer& known = answer.moves.emplace_back(MoveAnswer{after.move, {}, {}, {}});
                const WdlBounds bounds = both_of(after.bounds, solver_.bounds_of(after.ending));
                answer.learn(known, -bounds, {});
                known.under_rule =
                    -both_of(-known.under_rule,
                             both_of(after.under_rule,
                                     value_under_rule(solver_.knowledge(), after.ending.board(), bounds)));
            }
        }
        answer.conclude();
        if (solution_.other_side) {
            solution_.is_mutual_zugzwang = is_mutual_zugzwang(answer.bounds, *solution_.other_side);
        }
        return solution_;
    }

  private:
    struct After {
        Move move;
        Ending ending;
        WdlBounds bounds;
        WdlBounds under_rule = {};
    };

    void settle(std::span<const Ending> targets, Goal goal) {
        if (!goes_on_) return;
        const SolveEnd end = solver_.settle(targets, goal);
        goes_on_ = end == SolveEnd::settled || end == SolveEnd::exhausted;
    }

    void settle_promotion(After& after) {
        if (!goes_on_ || after.bounds.is_exact()) return;
        Effort effort = solver_.effort();
        if (effort.progress) {
            effort.progress = [this](SolveProgress progress) {
                progress.bounds = solver_.bounds_of(root_);  // the root is what is being solved
                solver_.effort().progress(progress);
            };
        }
        PositionSolver solver(after.ending, effort, solver_.most_pieces());
        const std::array targets{after.ending};
        goes_on_ = solver.settle(targets) != SolveEnd::interrupted;
        after.bounds = solver.bounds_of(after.ending);
        after.under_rule = value_under_rule(solver.knowledge(), after.ending.board(), after.bounds);
        add_statistics(solver.statistics());
    }

    void add_statistics(const SolveStatistics& statistics) {
        solution_.statistics.tables += statistics.tables;
        solution_.statistics.positions += statistics.positions;
        solution_.statistics.peak_bytes = std::max(solution_.statistics.peak_bytes, statistics.peak_bytes);
    }

    const Ending& root_;
    PositionSolver& solver_;
    std::vector<After> others_;
    std::vector<After> promotions_;
    Solution solution_;
    bool goes_on_ = true;
};

}  // namespace

Solution find_solution(const Ending& ending, PositionSolver& solver, SolutionScope scope, Goal goal) {
    if (!has_legal_move(ending.board())) {
        Solution solution;
        solution.answer = answer_by_rules(ending.board());
        return solution;
    }
    Inquiry inquiry(ending, solver);
    inquiry.settle_value(goal);
    if (scope != SolutionScope::value) inquiry.settle_moves();
    if (scope == SolutionScope::everything) inquiry.settle_other_side();
    return inquiry.finish();
}

}  // namespace philidor::detail
