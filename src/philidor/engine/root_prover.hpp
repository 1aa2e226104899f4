/// @file
/// Proves the position on the board, so that it can be played perfectly.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

#include "philidor/chess/ending.hpp"
#include "philidor/engine/table_knowledge.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor {

/// Proves endings with stored tables or by solving them on the spot. Work done for one move of a game is used
/// again for the next. All solutions have an exact value. They contain only the moves that keep this value,
/// best first. If a solution has a line, its first move is the best; otherwise the caller may choose any of
/// the moves. Use it from one thread.
class RootProver {
  public:
    /// A proof by stored tables. Empty if they do not give the exact value.
    [[nodiscard]] static std::optional<Solution> prove_by_tables(const Ending& ending,
                                                                 TableKnowledge& tables);

    /// A rough upper limit of the time it takes to solve an ending. Empty if it has too many men or too many
    /// pieces.
    [[nodiscard]] static std::optional<std::chrono::milliseconds> time_to_solve(const Ending& ending);

    /// Solves the ending within this time. Empty if that fails or is stopped.
    [[nodiscard]] std::optional<Solution> prove_by_solving(const Ending& ending,
                                                           std::chrono::milliseconds time,
                                                           const std::stop_token& stop);

    /// Forgets everything solved so far.
    void forget() { proof_.reset(); }

  private:
    std::unique_ptr<Proof> proof_;
};

}  // namespace philidor
