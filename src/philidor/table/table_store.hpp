/// @file
/// Where tables are kept.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_reader.hpp"
#include "philidor/table/table_writer.hpp"

namespace philidor {

/// Tables by canonical key; under another key nothing can be stored or found. A table is there as a whole or
/// not at all, even if a process is killed while it writes. Storing it again replaces it.
///
/// All functions may be called from several threads at once, and several processes may use the same store.
/// That a table is absent is an error like the others, so that it is not overlooked; its kind is
/// `TableError::absent`.
class TableStore {
  public:
    TableStore() = default;
    TableStore(const TableStore&) = delete;
    TableStore& operator=(const TableStore&) = delete;
    virtual ~TableStore() = default;

    /// Where the store is, for messages.
    [[nodiscard]] virtual std::string path() const = 0;

    /// Opens a table in order to look at single values: see `TableReader`.
    [[nodiscard]] virtual Result<std::shared_ptr<const TableReader>, TableError> open(
        const CanonicalKey& key) const = 0;

    /// Whether the table is there. It may be damaged all the same.
    [[nodiscard]] virtual Result<bool, TableError> contains(const CanonicalKey& key) const = 0;

    /// The keys of all tables, in ascending order.
    [[nodiscard]] virtual Result<std::vector<CanonicalKey>, TableError> keys() const = 0;

    /// Stores tables that `encode_table` or `TableReader::copy` made. After an error some may be stored and
    /// others not.
    [[nodiscard]] virtual Result<void, TableError> put_all(std::span<const EncodedTable> tables) = 0;

    /// Reads a table as a whole.
    [[nodiscard]] Result<std::shared_ptr<const Table>, TableError> find(const CanonicalKey& key,
                                                                        unsigned threads = 1) const;

    /// Stores a table.
    [[nodiscard]] Result<void, TableError> put(const Table& table, unsigned threads = 1);

    /// Compares the checksums of a table, without solving it: see `TableReader::check`.
    [[nodiscard]] Result<void, TableError> check(const CanonicalKey& key) const;
};

}  // namespace philidor
