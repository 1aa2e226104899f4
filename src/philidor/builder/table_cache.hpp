/// @file
/// Tables that were just built or read, kept in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A store with a memory: the tables used last stay, up to a number of bytes. Several threads may use it at
/// once.
class TableCache {
  public:
    /// The store must outlive the cache.
    TableCache(const TableStore& store, std::uint64_t most_bytes) : store_(store), most_bytes_(most_bytes) {}

    /// The table, from memory or from the store; null if it is not there at all.
    [[nodiscard]] Result<std::shared_ptr<const Table>, TableError> find(const CanonicalKey& key);

    /// Keeps a table that was just built.
    void add(std::shared_ptr<const Table> table);

  private:
    struct Entry {
        std::shared_ptr<const Table> table;
        std::list<CanonicalKey>::iterator turn;  ///< in `order_`
    };

    void make_room();

    const TableStore& store_;
    std::uint64_t most_bytes_;
    std::mutex mutex_;
    std::uint64_t bytes_ = 0;
    std::list<CanonicalKey> order_;  ///< used last comes first
    std::unordered_map<CanonicalKey, Entry> entries_;
};

}  // namespace philidor
