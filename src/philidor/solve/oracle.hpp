/// @file
/// Answers about endings, from tables or by proof.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

class Prober;
class SyzygyTables;

/// The limits of an oracle for one answer.
struct OracleOptions {
    std::chrono::duration<double> time{2};                 ///< the longest time
    std::uint64_t memory_bytes = std::uint64_t{1} << 30U;  ///< the most memory for tables
    unsigned threads = 1;                                  ///< the number of threads
    std::size_t line_plies = 400;                          ///< the most plies of a line
    const SyzygyTables* syzygy = nullptr;  ///< asked where the store says too little; must outlive the oracle
};

/// Answers questions about endings. It looks in the tables of a store first. If they do not suffice, it
/// builds the missing tables when there are few men, and otherwise looks for a proof. What it finds is kept
/// in the store. Thread-safe.
class Oracle {
  public:
    /// Tables that were built for an answer, with a prober that reads them.
    struct BuiltTables;

    /// New tables or a new proof behind an answer, which can be kept in the store.
    struct Findings {
        std::unique_ptr<Proof> proof;               ///< may be null
        std::shared_ptr<const BuiltTables> tables;  ///< may be null
    };

    /// An answer, and the work behind it.
    template <class T>
    struct Found {
        T answer;           ///< the answer itself
        Findings findings;  ///< what `keep` can store
    };

    /// Uses this store, which must outlive the oracle. With null there are no tables and nothing is kept.
    /// Look-ups may have a second handle of the same store, so that they do not wait while the first is busy.
    explicit Oracle(TableStore* store,
                    const OracleOptions& options = {},
                    const TableStore* for_lookups = nullptr);
    Oracle(const Oracle&) = delete;
    Oracle& operator=(const Oracle&) = delete;
    ~Oracle();

    /// The value and distance of an ending and of all its moves, as far as they can be found within the
    /// limits of the options. Keeps what was found. Returns an error if the store cannot be read or written.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending);

    /// The same within the caller's own limits. The caller also decides when to `keep` what was found, for
    /// example after the answer has been sent.
    [[nodiscard]] Result<Found<Answer>, TableError> find_answer(const Ending& ending, const Effort& effort);

    /// What the tables of the store say, and nothing that takes longer to find out: values, and distances if
    /// they are stored.
    [[nodiscard]] Result<Answer, TableError> look_up(const Ending& ending) const;

    /// The same with a line of best play; empty unless the tables have all of it.
    [[nodiscard]] Result<std::optional<Solution>, TableError> look_up_line(const Ending& ending) const;

    /// The value and a line of best play with distances. A draw has no line. If the value is not found within
    /// the limits, the bounds of the solution are not exact.
    [[nodiscard]] Result<Found<Solution>, TableError> find_line(const Ending& ending, const Effort& effort);

    /// Everything that a proof can find, including a line.
    [[nodiscard]] Result<Found<Solution>, TableError> find_solution(const Ending& ending,
                                                                    const Effort& effort);

    /// The value, the moves and the key squares of an ending of kings and pawns. After the proof, at most
    /// `time` is spent on the key squares.
    [[nodiscard]] Result<Found<Solution>, TableError> find_key_squares(const Ending& ending,
                                                                       const Effort& effort,
                                                                       std::chrono::duration<double> time);

    /// Writes findings to the store, if there is one. This may take a while.
    [[nodiscard]] Result<void, TableError> keep(const Findings& findings);

  private:
    /// An answer from tables, and the prober that gave it.
    struct Probed {
        Answer answer;                        ///< what the tables and the rules say
        std::shared_ptr<Prober> prober;       ///< null if there are no tables
        std::shared_ptr<BuiltTables> tables;  ///< null if none were built
    };

    /// The probers of the store; null without a store and Syzygy's tables.
    struct Probers {
        std::shared_ptr<Prober> measuring;  ///< measures distances that are not stored
        std::shared_ptr<Prober> reading;    ///< only reads
    };

    [[nodiscard]] Probers probers() const;
    void renew_probers();
    /// Probes an ending. With few men, missing tables are built.
    [[nodiscard]] Result<Probed, TableError> consult(const Ending& ending, const Effort& effort);
    /// Builds all tables of an ending in memory. Returns null if it failed.
    [[nodiscard]] std::shared_ptr<BuiltTables> build_tables_for(const Ending& ending,
                                                                const Budget& budget) const;
    [[nodiscard]] Result<std::size_t, TableError> keep_tables(const BuiltTables& tables) const;
    /// The same effort with Syzygy's tables.
    [[nodiscard]] Effort with_syzygy(Effort effort) const;
    /// A proof that starts from what is stored.
    [[nodiscard]] Result<std::unique_ptr<Proof>, TableError> recalled_proof(const Ending& ending,
                                                                            const Effort& effort) const;
    /// Calls `use` with a proof that starts from what is stored. If `use` returns false, this was not enough,
    /// and it is called once more with a proof that starts from nothing. Returns the proof to keep.
    [[nodiscard]] Result<std::unique_ptr<Proof>, TableError> prove(
        const Ending& ending,
        WdlBounds probed,
        const Effort& effort,
        const std::function<bool(Proof&)>& use) const;

    TableStore* store_;
    std::unique_ptr<TableStore> empty_store_;  ///< for probers if there are only Syzygy's tables
    const TableStore* store_for_lookups_;
    OracleOptions options_;
    mutable std::mutex mutex_;  ///< guards `probers_`
    Probers probers_;
};

}  // namespace philidor
