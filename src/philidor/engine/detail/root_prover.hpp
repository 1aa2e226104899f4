/// @file
/// Proves the position on the board, so that it can be played perfectly.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "philidor/chess/ending.hpp"
#include "philidor/engine/detail/table_knowledge.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/solve/solution.hpp"

namespace philidor {

/// Proves endings with stored tables or by solving them on the spot. Work done for one move of a game is used
/// again for the next. All solutions have an exact value. They contain the moves that keep this value, best
/// first, and the others only if all moves are wanted. If a solution has a line, its first move is the best;
/// otherwise the caller may choose any of the moves. Use it from one thread.
class RootProver {
  public:
    /// Which moves a solution shall have.
    enum class Moves : std::uint8_t {
        best,  ///< those that keep the value
        all,   ///< all whose value is known
    };

    /// A proof by stored tables. Empty if they do not give the exact value.
    [[nodiscard]] static std::optional<Solution> prove_by_tables(const Ending& ending,
                                                                 TableKnowledge& tables,
                                                                 Moves wanted = Moves::best);

    /// Whether a proof has a chance within this time: whether its first tables can be solved in a half of it.
    [[nodiscard]] static bool may_succeed(const Ending& ending, std::chrono::milliseconds time);

    /// Solves the ending within this time. Empty if that fails or is stopped.
    [[nodiscard]] std::optional<Solution> prove_by_solving(const Ending& ending,
                                                           std::chrono::milliseconds time,
                                                           const std::stop_token& stop,
                                                           Moves wanted = Moves::best);

    /// Forgets everything solved so far.
    void forget() { proof_.reset(); }

  private:
    std::unique_ptr<Proof> proof_;
};

}  // namespace philidor
