/// @file
/// Answers about endings: from tables, else by building them, else by proof.
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
#include "philidor/solve/effort.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

class Prober;

/// What an oracle may take for one answer.
struct OracleOptions {
    std::chrono::duration<double> time{2};
    std::uint64_t memory_bytes = std::uint64_t{1} << 30U;
    unsigned threads = 1;
    std::size_t line_plies = 400;  ///< the most plies of a line
};

/// Answers questions about endings: from the tables of a store where they suffice; with few men, by building
/// the tables that are missing; else by proof. What it finds is kept in the store. Thread-safe.
class Oracle {
  public:
    /// Tables that were built for an answer, and what reads them.
    struct BuiltTables;

    /// What had to be found out for an answer, and can be kept.
    struct Findings {
        std::unique_ptr<Proof> proof;               ///< may be null
        std::shared_ptr<const BuiltTables> tables;  ///< may be null
    };

    /// An answer, and what is behind it.
    template <class T>
    struct Found {
        T answer;
        Findings findings;
    };

    /// The store must outlive the oracle; null: there are no tables, and nothing is kept.
    explicit Oracle(TableStore* store, const OracleOptions& options = {});
    Oracle(const Oracle&) = delete;
    Oracle& operator=(const Oracle&) = delete;
    ~Oracle();

    /// The value and distance of an ending and of all its moves, as far as they can be told within the
    /// options. Keeps what was found. An error if the store cannot be read or written.
    [[nodiscard]] Result<Answer, TableError> answer(const Ending& ending);

    /// The same for callers with limits of their own, who also say when to keep what was found: after the
    /// answer is sent, say.
    [[nodiscard]] Result<Found<Answer>, TableError> find_answer(const Ending& ending, const Effort& effort);

    /// The value and a line of best play with distances; no line for a draw. The bounds are open if the value
    /// is not known in time.
    [[nodiscard]] Result<Found<Solution>, TableError> find_line(const Ending& ending, const Effort& effort);

    /// All that a proof tells, with a line.
    [[nodiscard]] Result<Found<Solution>, TableError> find_solution(const Ending& ending,
                                                                    const Effort& effort);

    /// The value, the moves and the key squares of an ending of kings and pawns. These may take this long
    /// after the proof.
    [[nodiscard]] Result<Found<Solution>, TableError> find_key_squares(const Ending& ending,
                                                                       const Effort& effort,
                                                                       std::chrono::duration<double> time);

    /// Keeps findings in the store, if there is one. May take a while.
    [[nodiscard]] Result<void, TableError> keep(const Findings& findings);

  private:
    /// What tables tell, and how to ask them on.
    struct Probed {
        Answer answer;
        std::shared_ptr<Prober> prober;       ///< null if there are no tables
        std::shared_ptr<BuiltTables> tables;  ///< null if none were built
    };

    [[nodiscard]] std::shared_ptr<Prober> prober() const;
    void renew_prober();
    /// Probes an ending; with few men, the tables are built if they are missing.
    [[nodiscard]] Result<Probed, TableError> consult(const Ending& ending, const Effort& effort);
    /// Builds all tables of an ending, for this answer alone as yet. Null if it failed.
    [[nodiscard]] std::shared_ptr<BuiltTables> build_tables_for(const Ending& ending,
                                                                const Budget& budget) const;
    [[nodiscard]] Result<std::size_t, TableError> keep_tables(const BuiltTables& tables) const;
    /// Begins with what is stored.
    [[nodiscard]] Result<std::unique_ptr<Proof>, TableError> recalled_proof(const Ending& ending,
                                                                            const Effort& effort) const;
    /// Calls `use` with a proof of the ending, and once more with a new one if what was stored was not
    /// enough: `use` tells whether it was. Returns the proof to be kept.
    [[nodiscard]] Result<std::unique_ptr<Proof>, TableError> prove(
        const Ending& ending,
        WdlBounds probed,
        const Effort& effort,
        const std::function<bool(Proof&)>& use) const;

    TableStore* store_;
    OracleOptions options_;
    mutable std::mutex mutex_;  ///< for the next
    std::shared_ptr<Prober> prober_;
};

}  // namespace philidor
