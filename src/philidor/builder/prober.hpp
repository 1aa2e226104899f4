/// @file
/// What the tables say about a position and its moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

class DistanceTable;
class SyzygyTables;

/// What a Prober may take.
struct ProberOptions {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30U;  ///< for measuring distances, and to remember
    unsigned threads = 1;                                  ///< to measure distances
    const SyzygyTables* syzygy = nullptr;  ///< asked where the store says too little; must outlive the prober
};

/// Answers questions from the tables of a store. En passant is exact, and mate, stalemate and dead positions
/// need no table. Distances that are not stored are measured when they are asked for, which takes about as
/// long as solving the table. An absent table is no error: the answer is then less certain. A Prober
/// remembers what it has read; after the store has changed, make a new one. Thread-safe.
class Prober {
  public:
    /// The store must outlive the prober.
    explicit Prober(const TableStore& store, const ProberOptions& options = {});
    Prober(const Prober&) = delete;
    Prober& operator=(const Prober&) = delete;
    ~Prober();

    /// The value of an ending as its own table tells it, or else Syzygy's: one block of one table is read.
    /// Under the 50-move rule the clock counts as 0; see `with_clock`. Empty if the table is absent and the
    /// rules alone do not tell.
    [[nodiscard]] Result<std::optional<RuledValue>, TableError> value_of(const Ending& ending);

    /// The distance of an ending with this value: see `Answer::dtz`. Empty unless its distances are stored,
    /// or all children of its table.
    [[nodiscard]] Result<std::optional<int>, TableError> dtz_of(const Ending& ending,
                                                                const RuledValue& value);

    /// The plies to mate with best play, without the 50-move rule: positive for the winner, negative for the
    /// loser, 0 for a draw and for a side that is mated. Empty unless they are stored.
    [[nodiscard]] Result<std::optional<int>, TableError> dtm_of(const Ending& ending);

    /// All that is known. The tables that the moves lead to count as well, so that an answer may be more
    /// certain than `value_of`.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending,
                                                    DistancesAfter distances = DistancesAfter::quiet_moves);

    /// Whether the tables agree about an ending: its own with those that its moves lead to. It is an error,
    /// `TableError::unsound`, if they do not. `answer` makes the same check.
    [[nodiscard]] Result<void, TableError> check(const Ending& ending);

    /// All distances of a table, stored or measured; empty if they are not stored and a child is absent or
    /// not exact, or memory does not suffice.
    using Distances = std::optional<DistanceTable>;

    /// The distances of all positions of a key.
    [[nodiscard]] Result<std::shared_ptr<const Distances>, TableError> distances_of(const TableKey& key);

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace philidor
