#include "philidor/builder/table_cache.hpp"

#include <utility>

namespace philidor {

Result<std::shared_ptr<const Table>, TableError> TableCache::find(const CanonicalKey& key) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = entries_.find(key); found != entries_.end()) {
            order_.splice(order_.begin(), order_, found->second.turn);
            return found->second.table;
        }
    }
    // Two threads may read the same table at once: that costs time, not truth.
    auto stored = store_.find(key);
    if (!stored) {
        if (stored.error().kind == TableError::absent) return std::shared_ptr<const Table>();
        return stored;
    }
    add(*stored);
    return stored;
}

void TableCache::add(std::shared_ptr<const Table> table) {
    const std::lock_guard lock(mutex_);
    const CanonicalKey key = table->key();
    if (entries_.contains(key)) return;
    bytes_ += table->byte_count();
    order_.push_front(key);
    entries_.emplace(key, Entry{std::move(table), order_.begin()});
    make_room();
}

void TableCache::make_room() {
    while (bytes_ > most_bytes_ && !order_.empty()) {
        const auto last = entries_.find(order_.back());
        bytes_ -= last->second.table->byte_count();
        entries_.erase(last);
        order_.pop_back();
    }
}

}  // namespace philidor
