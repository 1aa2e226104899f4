#include "philidor/solve/solve.hpp"

#include <utility>

#include "philidor/solve/detail/solve_policy.hpp"

namespace philidor {

namespace {

/// Notes the first failure of the store.
template <class T>
void note_failure(const Result<T, TableError>& result, Solution& solution) {
    if (!result && !solution.store_failure) solution.store_failure = result.error();
}

}  // namespace

Effort SolveOptions::effort() const {
    return {Budget::starting_now(time, memory_bytes, threads, stop), progress,
            time_between_saves.value_or(detail::policy::time_between_saves), syzygy};
}

Solution solve(const Ending& ending, const SolveOptions& options) {
    Proof proof(ending, options.store, options.effort(), options.most_pieces);
    return solve(ending, options, proof);
}

Solution solve(const Ending& ending, const SolveOptions& options, Proof& proof) {
    const auto recalled = proof.recall();
    Solution solution = proof.find(ending, options.scope, options.goal, options.line);
    note_failure(recalled, solution);
    if (options.time_for_key_squares) {
        proof.add_key_squares(ending, *options.time_for_key_squares, solution);
    }
    if (options.answered) options.answered(solution);
    note_failure(proof.save(), solution);
    return solution;
}

}  // namespace philidor
