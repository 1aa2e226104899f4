#include "philidor/solve/proof.hpp"

namespace philidor {

Proof::Proof(const Board& root, const SolveOptions& options, TableStore* store) : solver_(root, options) {
    if (store == nullptr) return;
    // A proof that has more tables than fit in memory does not even begin.
    stored_.emplace(*store, solver_.knowledge(), options.memory_bytes / (4 * sizeof(AnswerTiles)));
}

Result<void, TableError> Proof::recall() {
    if (!stored_) return {};
    // To know more at the beginning shall save time, and not take it all.
    return stored_->recall(solver_.root(), solver_.budget().part(1, 4));
}

Result<std::size_t, TableError> Proof::save() {
    if (!stored_ || solver_.statistics().tables == 0) return std::size_t{0};
    return stored_->save(solver_.root(), solver_.budget());
}

}  // namespace philidor
