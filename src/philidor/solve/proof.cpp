#include "philidor/solve/proof.hpp"

#include <chrono>

#include "philidor/base/time_left.hpp"

namespace philidor {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Proof::Proof(const Board& root, const SolveOptions& options, TableStore* store) : solver_(root, options) {
    if (store == nullptr) return;
    // A proof that has more tables than fit in memory does not even begin.
    stored_.emplace(*store, solver_.knowledge(), options.memory_bytes / (4 * sizeof(AnswerTiles)));
}

Result<void, TableError> Proof::recall() {
    if (!stored_) return {};
    const SolveOptions& options = solver_.options();
    // To know more at the beginning shall save time, and not take it all.
    const auto latest =
        options.deadline ? part_of_time_until(*options.deadline, 4) : Clock::time_point::max();
    return stored_->recall(solver_.root(), [&] {
        return Clock::now() < latest && (!options.progress || options.progress(SolveProgress{}));
    });
}

Result<std::size_t, TableError> Proof::save() {
    if (!stored_ || solver_.statistics().tables == 0) return std::size_t{0};
    return stored_->save(solver_.root(), solver_.options().threads);
}

}  // namespace philidor
