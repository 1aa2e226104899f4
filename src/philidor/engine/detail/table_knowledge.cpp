#include "philidor/engine/detail/table_knowledge.hpp"

#include <algorithm>
#include <utility>

namespace philidor {

namespace {

ProberOptions with_syzygy(ProberOptions options, const SyzygyTables* syzygy) {
    options.syzygy = syzygy;
    return options;
}

}  // namespace

Result<std::unique_ptr<TableKnowledge>, TableError> TableKnowledge::open(std::unique_ptr<TableStore> store,
                                                                         std::unique_ptr<SyzygyTables> syzygy,
                                                                         const ProberOptions& options) {
    const auto keys = store->keys();
    if (!keys) return tl::unexpected(keys.error());
    std::unordered_set<TableKey> known(keys->begin(), keys->end());
    return std::unique_ptr<TableKnowledge>(
        new TableKnowledge(std::move(store), std::move(syzygy), std::move(known), options));
}

TableKnowledge::TableKnowledge(std::unique_ptr<TableStore> store,
                               std::unique_ptr<SyzygyTables> syzygy,
                               std::unordered_set<TableKey> keys,
                               ProberOptions options)
    : store_(std::move(store)),
      syzygy_(std::move(syzygy)),
      keys_(std::move(keys)),
      most_men_(syzygy_ == nullptr ? 0 : syzygy_->most_men()),
      prober_(*store_, with_syzygy(options, syzygy_.get())) {
    for (const TableKey& key : keys_) most_men_ = std::max(most_men_, key.material().man_count());
}

bool TableKnowledge::has_table_of(const Ending& ending) const {
    const unsigned men = ending.board().occupied().count();
    if (men > most_men_) return false;
    if (keys_.contains(table_for(MaterialKey::from_board(ending.board())).key)) return true;
    return syzygy_ != nullptr && men <= syzygy_->most_men() && syzygy_->value_of(ending.board());
}

std::optional<WdlBounds> TableKnowledge::bounds_of(const Board& board) {
    // Counting is cheap, and most positions have too many men.
    if (board.occupied().count() > most_men_) return std::nullopt;
    const auto ending = Ending::from(board);
    if (!ending || !has_table_of(*ending)) return std::nullopt;
    const auto value = prober_.value_of(*ending);
    if (!value || !*value || (*value)->plain == WdlBounds{}) return std::nullopt;
    // What the 50-move rule draws is a draw over the board.
    return is_drawn_by_rule(**value) ? WdlBounds::exactly(Wdl::draw) : (*value)->plain;
}

}  // namespace philidor
