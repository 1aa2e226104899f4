/// @file
/// Which tables the games call for.
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
#include "philidor/material/canonical_key.hpp"
#include "philidor/pgn/pgn_index.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// What a store has of a key.
enum class TableState : std::uint8_t {
    absent,
    bounds,  ///< a table with open values, since children were absent
    exact,
};

/// "absent", "bounds" or "exact".
[[nodiscard]] std::string_view name_of(TableState state);

/// How much of what occurs in games the tables of a store know.
struct Coverage {
    /// Keys, and positions that have them.
    struct Part {
        std::uint64_t keys = 0;
        std::uint64_t positions = 0;
    };
    Part exact;
    Part bounds;
    Part absent;

    /// All together.
    [[nodiscard]] Part all() const {
        return {exact.keys + bounds.keys + absent.keys,
                exact.positions + bounds.positions + absent.positions};
    }
};

/// What building a table, with all it needs, would bring and take.
struct Candidate {
    CanonicalKey key;
    TableState state = TableState::absent;
    std::uint64_t positions = 0;  ///< of the games that have this key
    std::uint64_t covered = 0;  ///< positions of games that would become exact, with all tables built for it
    std::uint64_t leading = 0;  ///< positions of games that are one move away, and not covered
    std::size_t tables = 0;     ///< that are missing: its own, and those below it
    BuildCost cost;             ///< of those

    /// How often it is reached: by positions that it covers, or by one more move.
    [[nodiscard]] std::uint64_t reached() const { return covered + leading; }
    /// Per byte.
    [[nodiscard]] double per_byte() const { return static_cast<double>(reached()) / cost.bytes; }
    /// Per second.
    [[nodiscard]] double per_second() const { return static_cast<double>(reached()) / cost.seconds; }
    /// The geometric mean of both: the larger, the sooner it should be built.
    [[nodiscard]] double score() const;
};

/// How far the planner looks.
struct PlanLimits {
    std::size_t candidates = 2000;  ///< of the keys that games have; the most frequent ones
    std::size_t tables = 5000;      ///< below a candidate; those that need more are passed over
};

/// Compares the keys of an index with the tables of a store.
class BuildPlanner {
  public:
    template <class T>
    using Result = philidor::Result<T, GamesError>;

    /// Reads an index. The store must outlive the planner.
    [[nodiscard]] static Result<BuildPlanner> make(const PgnIndex& index, const TableStore& store);

    /// How much the tables know.
    [[nodiscard]] Result<Coverage> coverage();

    /// What is worth building, best first: keys of the games whose tables are not exact. The budget can stop
    /// the work, and is told how many candidates have been looked at.
    [[nodiscard]] Result<std::vector<Candidate>> frontier(const PlanLimits& limits,
                                                          const Budget& budget = {});

    /// The first `count` of the frontier that are worth a command of their own: none is below another.
    [[nodiscard]] Result<std::vector<Candidate>> choose(std::size_t count,
                                                        const PlanLimits& limits,
                                                        const Budget& budget = {});

    /// What one key is worth; empty if more tables would be needed than the limit allows.
    [[nodiscard]] Result<std::optional<Candidate>> utility(const CanonicalKey& key, const PlanLimits& limits);

  private:
    explicit BuildPlanner(const TableStore& store) : store_(&store) {}

    [[nodiscard]] Result<TableState> state_of(const CanonicalKey& key);
    [[nodiscard]] Result<void> count_leading();

    const TableStore* store_;
    std::vector<std::pair<CanonicalKey, std::uint64_t>> keys_;   ///< of the games, with most positions first
    std::unordered_map<CanonicalKey, std::uint64_t> positions_;  ///< the same, to be found
    std::optional<std::unordered_map<CanonicalKey, std::uint64_t>> leading_;  ///< made when it is asked for
    std::unordered_map<CanonicalKey, TableState> states_;  ///< as far as they were asked for
};

}  // namespace philidor
