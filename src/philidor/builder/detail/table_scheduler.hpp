/// @file
/// Which tables are solved side by side, and which by all threads together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "philidor/base/budget.hpp"

namespace philidor::detail {

/// A table with fewer tiles is solved by one thread: to share it costs more time than it saves.
inline constexpr std::size_t fewest_tiles_to_share = 512;

/// What solving a table costs.
struct TableCost {
    std::uint64_t tiles = 0;  ///< stands for the time
    std::uint64_t bytes = 0;  ///< the memory
};

/// How the tables of a level are solved. Tables are called by their place in the list that was scheduled.
struct TableSchedule {
    std::vector<std::size_t> shared;        ///< first, one after the other, by all threads together
    std::vector<std::size_t> side_by_side;  ///< then, each by one thread, taken in this order
    std::size_t workers = 1;                ///< how many threads take tables from `side_by_side`
    std::uint64_t peak_bytes = 0;           ///< the most memory that is in use at the same time
};

/// Decides how the tables of a level, which do not need each other, are shared out among the threads of a
/// budget, and has them solved. Tables are solved side by side, the largest first, since threads work best
/// alone. Shared by all threads are those that are too large for that: if several of them do not fit in the
/// memory of the budget, or if one thread would still be busy with its table when all others have run out of
/// work. Results do not depend on the schedule.
class TableScheduler {
  public:
    /// Solves the table at a place. False ends the work.
    using Solve = std::function<bool(std::size_t place, const Budget& budget)>;

    /// The budget's progress may be told by several threads at once.
    explicit TableScheduler(const Budget& budget);

    /// Shares out the tables of a level.
    [[nodiscard]] TableSchedule schedule(std::span<const TableCost> tables) const;

    /// Calls `solve` for every table, with the budget that it may use: the threads, and progress where a
    /// table takes long enough to tell of it. False if the work was ended.
    bool run(const TableSchedule& schedule, std::span<const TableCost> tables, const Solve& solve) const;

  private:
    [[nodiscard]] std::size_t count_shared(std::span<const TableCost> sorted) const;
    [[nodiscard]] std::size_t count_workers(std::span<const TableCost> sorted) const;

    Budget for_all_;     ///< for a table that all threads share
    Budget for_one_;     ///< for one of several side by side
    Budget for_silent_;  ///< for a small one of these
};

}  // namespace philidor::detail
