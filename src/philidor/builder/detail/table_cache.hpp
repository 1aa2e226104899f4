/// @file
/// Tables that were just built or read, kept in memory.
#pragma once

#include <cstdint>
#include <memory>

#include "philidor/base/result.hpp"
#include "philidor/builder/detail/recently_used.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/detail/table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A store with a memory: the tables used last stay, up to a number of bytes. Several threads may use it at
/// once.
class TableCache {
  public:
    /// The store must outlive the cache.
    TableCache(const TableStore& store, std::uint64_t most_bytes) : store_(store), tables_(most_bytes) {}

    /// The table, from memory or from the store; null if it is not there at all.
    [[nodiscard]] Result<std::shared_ptr<const Table>, TableError> find(const TableKey& key);

    /// Keeps a table that was just built.
    void add(std::shared_ptr<const Table> table);

  private:
    const TableStore& store_;
    RecentlyUsed<TableKey, Table> tables_;
};

}  // namespace philidor
