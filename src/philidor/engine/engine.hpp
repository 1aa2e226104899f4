/// @file
/// Analyzes positions: with tables and proofs where they reach, by search elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "philidor/engine/root_prover.hpp"
#include "philidor/engine/search_info.hpp"
#include "philidor/engine/searcher.hpp"
#include "philidor/engine/table_knowledge.hpp"
#include "philidor/engine/time_manager.hpp"
#include "philidor/engine/transposition_table.hpp"

namespace philidor {

/// What an engine may take.
struct EngineOptions {
    std::size_t memory_bytes = std::size_t{64} << 20U;  ///< for the transposition table
    unsigned threads = 1;
    std::chrono::milliseconds overhead{10};  ///< time that is lost between the engine and the clock
};

/// Analyzes one position after the other, and keeps what it learns on the way. Use it from one thread; an
/// analysis is stopped from others by its token.
class Engine {
  public:
    /// The engine without tables.
    explicit Engine(const EngineOptions& options = {});
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine() = default;

    /// Takes over other options; forgets what was learnt if the memory changes.
    void set_options(const EngineOptions& options);

    /// Uses these tables from now on; null for none.
    void set_tables(std::unique_ptr<TableKnowledge> tables);

    /// Forgets what was learnt: the next position belongs to another game.
    void forget();

    /// Called whenever there is news.
    using Report = std::function<void(const SearchInfo&)>;

    /// The best move, as far as the limits allow to find it.
    [[nodiscard]] BestMove analyze(const AnalyzeRequest& request,
                                   const Report& report = {},
                                   const std::stop_token& stop = {});

    /// Positions looked at by the last analysis.
    [[nodiscard]] std::uint64_t nodes() const;

  private:
    class Analysis;

    void make_searchers();

    EngineOptions options_;
    std::unique_ptr<TranspositionTable> memory_;
    std::unique_ptr<TableKnowledge> tables_;
    std::unique_ptr<SharedSearch> shared_;
    std::vector<std::unique_ptr<Searcher>> searchers_;
    RootProver prover_;
};

}  // namespace philidor
