/// @file
/// Proving the position on the board, so that it can be played perfectly.
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

/// Proves endings, with stored tables or by solving them on the spot. What was solved for one move of a game
/// serves the next ones. The solutions have an exact value. Their moves are those that keep it, best first.
/// If they have a line, its first move is the best; otherwise which of the moves to play is left open.
class RootProver {
  public:
    /// What the tables prove. Empty if they leave the value open.
    [[nodiscard]] static std::optional<Solution> prove_by_tables(const Ending& ending,
                                                                 TableKnowledge& tables);

    /// How much time solving an ending takes at most, roughly; empty if it has too many men, or too many of
    /// them are pieces.
    [[nodiscard]] static std::optional<std::chrono::milliseconds> time_to_solve(const Ending& ending);

    /// Solves the ending in this time, unless it is stopped. Empty if that did not settle it.
    [[nodiscard]] std::optional<Solution> prove_by_solving(const Ending& ending,
                                                           std::chrono::milliseconds time,
                                                           const std::stop_token& stop);

    /// Forgets what was solved.
    void forget() { proof_.reset(); }

  private:
    std::unique_ptr<Proof> proof_;
};

}  // namespace philidor
