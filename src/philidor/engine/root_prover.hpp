/// @file
/// Proving the position on the board, so that it can be played perfectly.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/table_knowledge.hpp"
#include "philidor/solve/line_finder.hpp"
#include "philidor/solve/position_solver.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// What is proved of a position.
struct RootProof {
    Wdl value = Wdl::draw;
    /// The moves that keep the value, best first. Of those that win, the first comes nearer to the next
    /// capture, pawn move or mate; of those that lose, it delays that.
    std::vector<MoveAnswer> moves;
    bool has_best_move = false;  ///< whether nothing is left to choose: the first move is as good as any
    std::vector<Move> line;      ///< best play, beginning with the first move, as far as it was found
};

/// Proves positions, with stored tables or by solving them on the spot. What was solved for one move of a
/// game serves the next ones.
class RootProver {
  public:
    /// What the tables prove. Empty if they leave the value open. Nobody may castle.
    [[nodiscard]] static std::optional<RootProof> prove_by_tables(const Board& board, TableKnowledge& tables);

    /// How much time solving a position takes at most, roughly; empty if it has too many men, or too many of
    /// them are pieces.
    [[nodiscard]] static std::optional<std::chrono::milliseconds> time_to_solve(const Board& board);

    /// Solves the position, as long as `goes_on` says so. Empty if that did not settle it.
    [[nodiscard]] std::optional<RootProof> prove_by_solving(const Board& board,
                                                            std::function<bool()> goes_on);

    /// Forgets what was solved.
    void forget();

  private:
    void begin(const Board& board);
    [[nodiscard]] std::optional<RootProof> proof_of_draw(const Board& board) const;

    std::function<bool()> goes_on_;
    std::unique_ptr<PositionSolver> solver_;
    std::unique_ptr<LineFinder> finder_;
};

}  // namespace philidor
