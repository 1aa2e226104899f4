/// @file
/// Distances within the budget of a solver.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "philidor/builder/child_table.hpp"
#include "philidor/builder/question.hpp"
#include "philidor/builder/win_distances.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/material/material_key.hpp"
#include "philidor/solve/position_solver.hpp"

namespace philidor {

/// Measures distances within the time and memory allowed to a solver. Distances need more memory than values
/// do, 4 GB for a table with three pieces, so distances count against the limit for as long as a caller holds
/// them. Use it from one thread.
class DistanceMeter {
  public:
    /// Uses the budget of this solver, which must outlive the meter.
    explicit DistanceMeter(const PositionSolver& solver) : solver_(solver) {}

    /// Measures the distances of one key, as `measure_distances` does. `bytes_beside` is the memory in use in
    /// addition to the solver's knowledge. Returns null if time or memory runs out.
    [[nodiscard]] std::shared_ptr<const WinDistances> measure(const MaterialKey& key,
                                                              Question question,
                                                              const ChildLookup& lookup,
                                                              std::span<const Board> won,
                                                              std::uint64_t bytes_beside);

  private:
    [[nodiscard]] std::uint64_t bytes_in_use();

    const PositionSolver& solver_;
    std::vector<std::weak_ptr<const WinDistances>> measured_;
};

}  // namespace philidor
