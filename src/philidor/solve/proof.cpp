#include "philidor/solve/proof.hpp"

#include <optional>
#include <utility>

#include "philidor/solve/detail/inquiry.hpp"
#include "philidor/solve/detail/key_square_finder.hpp"
#include "philidor/solve/detail/line_finder.hpp"
#include "philidor/solve/detail/position_solver.hpp"
#include "philidor/solve/detail/solve_policy.hpp"
#include "philidor/solve/detail/stored_knowledge.hpp"

namespace philidor {

namespace policy = detail::policy;

struct Proof::Parts {
    PositionSolver solver;
    LineFinder finder{solver};
    std::optional<StoredKnowledge> stored;

    Budget::Clock::time_point last_save = Budget::Clock::now();

    Parts(const Ending& root, TableStore* store, Effort effort, unsigned most_pieces)
        : solver(root, effort, most_pieces) {
        if (store != nullptr)
            stored.emplace(*store, solver.knowledge(), policy::most_stored_keys(solver.budget()));
        set_effort(std::move(effort));
    }

    /// Sets the limits, and watches the progress for the time to save.
    void set_effort(Effort effort) {
        if (stored && effort.time_between_saves) {
            effort.progress = [this, progress = std::move(effort.progress),
                               between = *effort.time_between_saves](const SolveProgress& now) {
                if (progress) progress(now);
                if (Budget::Clock::now() - last_save >= between) save_meanwhile();
            };
        }
        solver.set_effort(std::move(effort));
    }

    /// Saves in the midst of the work. Nothing is added to the knowledge while progress is told. A failure is
    /// not told here: the last save meets it again.
    void save_meanwhile() {
        (void)stored->save(solver.root_key(), solver.budget().for_one_thread());
        last_save = Budget::Clock::now();
    }
};

Proof::Proof(const Ending& root, TableStore* store, Effort effort, unsigned most_pieces)
    : parts_(std::make_unique<Parts>(root, store, std::move(effort), most_pieces)) {}

Proof::~Proof() = default;

void Proof::set_effort(Effort effort) { parts_->set_effort(std::move(effort)); }

Result<void, TableError> Proof::recall() {
    if (!parts_->stored) return {};
    const PositionSolver& solver = parts_->solver;
    return parts_->stored->recall(solver.root_key(), policy::for_recalling(solver.budget()));
}

Result<std::size_t, TableError> Proof::save() {
    const PositionSolver& solver = parts_->solver;
    if (!parts_->stored || solver.statistics().tables == 0) return std::size_t{0};
    return parts_->stored->save(solver.root_key(), solver.budget());
}

WdlBounds Proof::bounds_of(const Ending& ending) const { return parts_->solver.bounds_of(ending); }

std::uint64_t Proof::byte_count() const { return parts_->solver.knowledge().byte_count(); }

Solution Proof::find(const Ending& ending, SolutionScope scope, Goal goal, LineLimits line) {
    const auto begin = std::chrono::steady_clock::now();
    Solution solution = detail::find_solution(ending, parts_->solver, scope, goal);
    if (scope == SolutionScope::everything) {
        add_distances(ending, DistancesAfter::quiet_moves, solution.answer);
        add_line(ending, line, solution);
    }
    solution.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return solution;
}

std::optional<int> Proof::dtz_of(const Ending& ending, WdlBounds value) {
    return parts_->finder.dtz_of(ending, value);
}

void Proof::add_distances(const Ending& ending, DistancesAfter after, Answer& answer) {
    for (MoveAnswer& known : answer.moves) {
        const bool is_wanted = after == DistancesAfter::all_moves || !ending.board().is_zeroing(known.move);
        if (known.dtz_after || !is_wanted) continue;
        const auto dtz = dtz_of(ending.after(known.move), -known.bounds);
        if (dtz) answer.learn(known, known.bounds, -*dtz);
    }
    answer.conclude();
    if (answer.dtz) return;
    answer.dtz = dtz_of(ending, answer.bounds);
    answer.conclude();
}

void Proof::add_line(const Ending& ending, LineLimits limits, Solution& solution) {
    Ending next = ending;
    WdlBounds value = solution.value();
    const Line line = parts_->finder.line_from(ending, value, limits);
    solution.line_end = line.end;
    for (const Move move : line.moves) {
        next.play(move);
        const auto other = with_other_side_to_move(next);
        const auto is_zugzwang =
            other ? is_mutual_zugzwang(bounds_of(next), bounds_of(*other)) : std::optional(false);
        solution.line.push_back({{move, value, {}, {}}, is_zugzwang});
        value = -value;
    }
}

void Proof::add_line_distances(const Ending& ending, Solution& solution) {
    Ending next = ending;
    for (LineMove& step : solution.line) {
        const Answer before{next.board(), {}, {}, {}};
        next.play(step.answer.move);
        const auto dtz = dtz_of(next, -step.answer.bounds);
        before.learn(step.answer, step.answer.bounds, dtz ? std::optional(-*dtz) : std::nullopt);
    }
}

void Proof::add_key_squares(const Ending& ending, std::chrono::duration<double> time, Solution& solution) {
    const PositionSolver& solver = parts_->solver;
    const Effort effort{solver.budget().within(time), nullptr};
    solution.key_squares = detail::find_key_squares(ending, solver, effort);
}

std::string_view text_of(SolveAim aim) {
    switch (aim) {
        case SolveAim::base: break;
        case SolveAim::white_wins: return "proving that White wins";
        case SolveAim::white_does_not_win: return "proving that White does not win";
        case SolveAim::black_wins: return "proving that Black wins";
        case SolveAim::black_does_not_win: return "proving that Black does not win";
    }
    return "solving play without promotions";
}

}  // namespace philidor
