/// @file
/// How a file of games comes into an index: as a whole or not at all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

#include "philidor/base/detail/sqlite_database.hpp"
#include "philidor/base/result.hpp"
#include "philidor/pgn/detail/named_counts.hpp"
#include "philidor/pgn/pgn_index.hpp"

namespace philidor::detail {

/// Adds one file of games to an index. Others see nothing of it before `commit`; without a commit, everything
/// is undone when the transaction goes out of scope. One thread at a time.
class IndexTransaction {
  public:
    /// Begins to add a file of this name to an index, which must outlive the transaction.
    [[nodiscard]] static Result<std::unique_ptr<IndexTransaction>, IndexFileError> begin(
        PgnIndex& index, const std::string& name);

    /// Adds counts, which have the names of the index.
    [[nodiscard]] Result<void, IndexFileError> add(const NamedCounts& counts);

    /// Keeps everything. It is the last call.
    [[nodiscard]] Result<void, IndexFileError> commit(const IndexedFile& file, const GameTotals& totals);

  private:
    IndexTransaction(SqliteDatabase& database, const std::string& name);

    void write_file(const IndexedFile& file, const GameTotals& totals);
    void add_men(const GameTotals& totals);

    SqliteDatabase& database_;
    SQLite::Transaction transaction_;
    std::int64_t file_ = 0;  ///< its number in the index
};

}  // namespace philidor::detail
