/// @file
/// Analyzes positions: with tables and proofs if there are any, otherwise by search.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/engine/analysis.hpp"
#include "philidor/pawns/pawn_hash_statistics.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

class RootProver;
class Searcher;
class SyzygyTables;
class TableKnowledge;
class TranspositionTable;
struct SharedSearch;

/// The resources of an engine.
struct EngineOptions {
    std::size_t memory_bytes = std::size_t{64} << 20U;  ///< for the transposition table
    unsigned threads = 1;                               ///< the number of threads that search
    std::chrono::milliseconds overhead{10};             ///< time lost between the engine and the clock
};

/// Analyzes one position after another, and remembers what it learns. Not thread-safe, but other threads may
/// stop an analysis by its token.
class Engine {
  public:
    /// An engine without tables.
    explicit Engine(const EngineOptions& options = {});
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// Changes the options. Everything learned is forgotten if the amount of memory changes.
    void set_options(const EngineOptions& options);

    /// Uses the tables of this store from now on, and Syzygy's; each may be null for none. Returns how many
    /// the store has. To replace Syzygy's tables, set null first: a process can have them open only once.
    Result<std::size_t, TableError> set_tables(std::unique_ptr<TableStore> store,
                                               std::unique_ptr<SyzygyTables> syzygy = nullptr);

    /// Forgets everything learned, because the next position belongs to another game.
    void forget();

    /// Called whenever there is something to report.
    using Report = std::function<void(const SearchInfo&)>;

    /// The best move found within the limits.
    [[nodiscard]] BestMove analyze(const AnalyzeRequest& request,
                                   const Report& report = {},
                                   const std::stop_token& stop = {});

    /// The number of positions searched by the last analysis.
    [[nodiscard]] std::uint64_t nodes() const;

    /// How well the caches of pawn structures have worked since the options or tables were last set. Not
    /// while an analysis is running.
    [[nodiscard]] PawnHashStatistics pawn_hash() const;

  private:
    class Analysis;

    void make_searchers();

    EngineOptions options_;
    std::unique_ptr<TranspositionTable> memory_;
    std::unique_ptr<TableKnowledge> tables_;
    std::unique_ptr<SharedSearch> shared_;
    std::vector<std::unique_ptr<Searcher>> searchers_;
    std::unique_ptr<RootProver> prover_;
};

}  // namespace philidor
