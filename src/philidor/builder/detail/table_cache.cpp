#include "philidor/builder/detail/table_cache.hpp"

#include <utility>

namespace philidor {

Result<std::shared_ptr<const Table>, TableError> TableCache::find(const TableKey& key) {
    if (auto table = tables_.find(key)) return table;
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
    const TableKey key = table->key();
    const std::uint64_t bytes = table->byte_count();
    tables_.add(key, std::move(table), bytes);
}

}  // namespace philidor
