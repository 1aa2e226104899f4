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

/// Measures distances in the time and the memory that a solver may take. They need more memory than values
/// do: 4 GB for a table with three pieces, so what was measured counts for as long as it is held.
class DistanceMeter {
  public:
    /// The solver must outlive the meter.
    explicit DistanceMeter(const PositionSolver& solver) : solver_(solver) {}

    /// As `measure_distances`. Null if time or memory does not suffice, with this many bytes in use beside
    /// what the solver knows.
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
