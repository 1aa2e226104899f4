/// @file
/// Which tables would help most with the positions of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "philidor/base/budget.hpp"
#include "philidor/base/result.hpp"
#include "philidor/games/build_cost.hpp"
#include "philidor/games/games_error.hpp"
#include "philidor/material/table_key.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// What a store has for a key.
enum class TableState : std::uint8_t {
    absent,  ///< no table
    bounds,  ///< a table with open values, since children were absent
    exact,   ///< a table with exact values
};

/// "absent", "bounds" or "exact".
[[nodiscard]] std::string_view name_of(TableState state);

/// How many of the positions of games the tables of a store know.
struct Coverage {
    /// Keys, and positions that have them.
    struct Part {
        std::uint64_t keys = 0;
        std::uint64_t positions = 0;
    };
    Part exact;   ///< with an exact table
    Part bounds;  ///< with a table of bounds
    Part absent;  ///< without a table

    /// All together.
    [[nodiscard]] Part all() const {
        return {exact.keys + bounds.keys + absent.keys,
                exact.positions + bounds.positions + absent.positions};
    }
};

/// What building a table, with all it needs, would gain and cost.
struct Candidate {
    TableKey key;
    TableState state = TableState::absent;  ///< of its table now
    std::uint64_t positions = 0;            ///< of the games that have this key
    std::uint64_t covered = 0;  ///< positions of games that would become exact, with all tables built for it
    std::uint64_t leading = 0;  ///< positions of games that are one move away, and not covered
    std::size_t tables = 0;     ///< that are missing: its own, and those below it
    BuildCost cost;             ///< of those

    /// The positions that it covers or that lead to it by one move.
    [[nodiscard]] std::uint64_t reached() const { return covered + leading; }
    /// Positions reached per byte of storage.
    [[nodiscard]] double per_byte() const { return static_cast<double>(reached()) / cost.bytes; }
    /// Positions reached per second of building.
    [[nodiscard]] double per_second() const { return static_cast<double>(reached()) / cost.seconds; }
    /// The geometric mean of `per_byte` and `per_second`: the larger, the sooner it should be built.
    [[nodiscard]] double score() const;
};

/// How far the planner looks.
struct PlanLimits {
    std::size_t candidates = 2000;  ///< of the keys that games have; the most frequent ones
    std::size_t tables = 5000;      ///< below a candidate; those that need more are passed over
};

/// Compares the keys of an index with the tables of a store. One thread at a time.
class BuildPlanner {
  public:
    template <class T>
    using Result = philidor::Result<T, GamesError>;

    /// Reads an index, which is not needed afterwards. The store must outlive the planner.
    [[nodiscard]] static Result<BuildPlanner> make(const PgnIndex& index, const TableStore& store);

    /// How many positions of the games the tables know.
    [[nodiscard]] Result<Coverage> coverage();

    /// What is worth building, best first: keys of the games whose tables are not exact. The budget can stop
    /// the work, and is told how many candidates have been looked at.
    [[nodiscard]] Result<std::vector<Candidate>> frontier(const PlanLimits& limits,
                                                          const Budget& budget = {});

    /// The first `count` of the frontier, without those that are built along with an earlier one.
    [[nodiscard]] Result<std::vector<Candidate>> choose(std::size_t count,
                                                        const PlanLimits& limits,
                                                        const Budget& budget = {});

    /// What building one key would gain and cost; empty if it needs more tables than the limit allows.
    [[nodiscard]] Result<std::optional<Candidate>> utility(const TableKey& key, const PlanLimits& limits);

  private:
    explicit BuildPlanner(const TableStore& store) : store_(&store) {}

    [[nodiscard]] Result<TableState> state_of(const TableKey& key);
    [[nodiscard]] Result<void> count_leading();

    const TableStore* store_;
    std::vector<std::pair<TableKey, std::uint64_t>> keys_;   ///< of the games, with most positions first
    std::unordered_map<TableKey, std::uint64_t> positions_;  ///< the same, to be found
    std::optional<std::unordered_map<TableKey, std::uint64_t>> leading_;  ///< made when it is first needed
    std::unordered_map<TableKey, TableState> states_;                     ///< of the keys looked up so far
};

}  // namespace philidor
