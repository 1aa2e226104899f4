/// @file
/// Answers to questions about positions, from tables or by solving.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solve_report.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What a move leads to, seen from the side to move after it.
struct MoveOutcome {
    Move move;
    WdlBounds bounds;
    std::optional<int> dtz;  ///< as in `Answer`
};

/// What is known about a position, seen from the side to move.
struct PositionAnswer {
    Board board;
    WdlBounds bounds;
    std::optional<int> dtz;          ///< as in `Answer`
    std::vector<MoveOutcome> moves;  ///< best first

    /// Whether the values of the position and of all its moves are known.
    [[nodiscard]] bool is_complete() const;

    /// Whether all distances are known, too.
    [[nodiscard]] bool has_distances() const;
};

/// What is known of a position before anybody asks a table: mates, stalemates and too few men to win.
[[nodiscard]] PositionAnswer answer_by_rules(const Board& board);

/// A line of best play. Where it does not end with the game, nobody knows how to go on.
struct Mainline {
    Board board;
    WdlBounds bounds;  ///< exact
    std::optional<int> dtz;
    std::vector<MoveOutcome> moves;  ///< one after the other; none if it is a draw
};

/// What an answer may cost, and who watches.
struct Effort {
    std::chrono::steady_clock::time_point deadline;
    /// Called now and then with the bounds so far; returning false gives up.
    std::function<bool(const SolveProgress&, WdlBounds)> progress;
};

/// What an oracle may take.
struct OracleOptions {
    std::uint64_t memory_bytes = std::uint64_t{1} << 30U;  ///< for one answer
    unsigned threads = 1;                                  ///< for one answer
    std::size_t line_plies = 400;                          ///< the most plies of a main line
};

/// Answers questions about positions: from the tables of a store where they suffice, else by solving. What it
/// finds can be kept in the store. Several threads may use it at once.
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

    /// The store, if there is one, must outlive the oracle.
    Oracle(TableStore* store, const OracleOptions& options);

    /// A position and all its moves. With castling rights nothing is known.
    [[nodiscard]] Result<Found<PositionAnswer>, TableError> answer(const Board& board, const Effort& effort);

    /// A line from a position; empty if its value is not known in time.
    [[nodiscard]] Result<Found<std::optional<Mainline>>, TableError> mainline(const Board& board,
                                                                              const Effort& effort);

    /// All that solving tells about a position, which nobody may castle in.
    [[nodiscard]] Result<Found<SolveReport>, TableError> solve(const Board& board, const Effort& effort);

    /// The same with the key squares of a position of kings and pawns, and no line. They may take so much
    /// time after the proof.
    [[nodiscard]] Result<Found<SolveReport>, TableError> map(const Board& board,
                                                             const Effort& effort,
                                                             std::chrono::duration<double> time);

    /// Keeps findings in the store, if there is one. Takes time that no client need wait for.
    [[nodiscard]] Result<void, TableError> keep(const Findings& findings);

  private:
    /// What tables tell, and how to ask them on.
    struct Probed {
        PositionAnswer answer;
        std::shared_ptr<Prober> prober;       ///< null if there are no tables
        std::shared_ptr<BuiltTables> tables;  ///< null if none were built
    };

    [[nodiscard]] std::shared_ptr<Prober> prober() const;
    void renew_prober();
    /// Probes a position; with few men, the tables are built if they are missing.
    [[nodiscard]] Result<Probed, TableError> consult(const Board& board, const Effort& effort);
    /// Builds all tables of a position, for this answer alone as yet. Null if it failed.
    [[nodiscard]] std::shared_ptr<BuiltTables> build_tables_for(const Board& board,
                                                                const Effort& effort) const;
    [[nodiscard]] Result<std::size_t, TableError> keep_tables(const BuiltTables& tables) const;
    /// A proof in the memory that is left when so much is taken.
    [[nodiscard]] std::unique_ptr<Proof> begin_proof(const Board& board,
                                                     const Effort& effort,
                                                     std::uint64_t bytes_taken = 0) const;
    /// Calls `use` with what solves the position: once, or twice if what was stored was not enough for it.
    /// The proof is the one that can be kept.
    [[nodiscard]] Result<std::unique_ptr<Proof>, TableError> prove(
        const Board& board,
        WdlBounds probed,
        const Effort& effort,
        const std::function<bool(PositionSolver&)>& use) const;
    [[nodiscard]] Mainline proved_line(const Board& board, WdlBounds bounds, PositionSolver& solver) const;

    TableStore* store_;
    OracleOptions options_;
    mutable std::mutex mutex_;  ///< for the next
    std::shared_ptr<Prober> prober_;
};

}  // namespace philidor
