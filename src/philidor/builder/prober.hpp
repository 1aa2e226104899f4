/// @file
/// What the tables say about a position and its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/builder/recently_used.hpp"
#include "philidor/builder/table_cache.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/canonical_key.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/distance_reader.hpp"
#include "philidor/table/distance_table.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_reader.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a Prober may take.
struct ProberOptions {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for measuring distances, and to remember
    unsigned threads = 1;                                  ///< to measure distances
};

/// Answers questions from the tables of a store. En passant is exact, and mate, stalemate and dead positions
/// need no table. Distances that are not stored are measured when they are asked for, which takes about as
/// long as solving the table. An absent table is no error: the answer is then less certain. A Prober
/// remembers what it has read; after the store has changed, make a new one. Thread-safe.
class Prober {
  public:
    /// The store must outlive the prober.
    explicit Prober(const TableStore& store, const ProberOptions& options = {});

    /// The value of an ending as its own table tells it: one block of one table is read. Empty if the table
    /// is absent and the rules alone do not tell.
    [[nodiscard]] Result<std::optional<WdlBounds>, TableError> value_of(const Ending& ending);

    /// The distance of an ending with this value: see `Answer::dtz`. Empty unless its distances are stored,
    /// or all children of its table.
    [[nodiscard]] Result<std::optional<int>, TableError> dtz_of(const Ending& ending, WdlBounds value);

    /// All that is known. The tables that the moves lead to count as well, so that an answer may be more
    /// certain than `value_of`.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending,
                                                    DistancesAfter distances = DistancesAfter::quiet_moves);

    /// All distances of a table, stored or measured; empty if they are not stored and a child is absent or
    /// not exact, or memory does not suffice.
    using Distances = std::optional<DistanceTable>;

    /// The distances of all positions of a key.
    [[nodiscard]] Result<std::shared_ptr<const Distances>, TableError> distances_of(const CanonicalKey& key);

  private:
    using Reader = std::shared_ptr<const TableReader>;

    [[nodiscard]] Result<std::optional<int>, TableError> dtz_after(const Ending& ending,
                                                                   Move move,
                                                                   WdlBounds value,
                                                                   DistancesAfter distances);
    [[nodiscard]] Result<Reader, TableError> find_reader(const CanonicalKey& key);
    [[nodiscard]] Result<std::optional<WdlBounds>, TableError> stored_value(const Board& board);
    [[nodiscard]] Result<std::optional<unsigned>, TableError> stored_distance(const Board& board);
    [[nodiscard]] Result<std::shared_ptr<const DistanceReader>, TableError> find_distance_reader(
        const CanonicalKey& key);
    [[nodiscard]] Result<Distances, TableError> load(const DistanceReader& reader) const;
    [[nodiscard]] Result<Distances, TableError> measure(const CanonicalKey& key);
    [[nodiscard]] Result<bool, TableError> has_exact_children(const CanonicalKey& key);

    const TableStore& store_;
    ProberOptions options_;
    RecentlyUsed<CanonicalKey, TableReader> readers_;
    RecentlyUsed<CanonicalKey, DistanceReader> distance_readers_;
    RecentlyUsed<CanonicalKey, Distances> distances_;
    TableCache tables_;
    std::mutex measuring_;  ///< one table at a time, since each takes much memory
};

}  // namespace philidor
