/// @file
/// A proof with a memory.
#pragma once

#include <cstddef>
#include <optional>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/solve/stored_knowledge.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"

namespace philidor {

/// A proof that begins with what a store knows, if there is one, and leaves there what it found.
class Proof {
  public:
    /// Nobody may castle in the root. The store must outlive the proof; without one nothing is kept.
    Proof(const Board& root, const SolveOptions& options, TableStore* store);
    Proof(const Proof&) = delete;
    Proof& operator=(const Proof&) = delete;
    ~Proof() = default;

    /// Reads what is stored; only some of it if that takes more than a quarter of the solver's time, or if
    /// whoever watches its progress gives up.
    [[nodiscard]] Result<void, TableError> recall();

    /// Stores what is new. How many tables were stored.
    [[nodiscard]] Result<std::size_t, TableError> save();

    /// What does the work.
    [[nodiscard]] PositionSolver& solver() { return solver_; }

  private:
    PositionSolver solver_;
    std::optional<StoredKnowledge> stored_;
};

}  // namespace philidor
