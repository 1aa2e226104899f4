/// @file
/// What tables and proofs say about the moves of a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "philidor/base/result.hpp"
#include "philidor/builder/prober.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/ending.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/pgn/game_tree.hpp"
#include "philidor/solve/oracle.hpp"
#include "philidor/solve/proof.hpp"
#include "philidor/table/answer.hpp"
#include "philidor/table/table_error.hpp"
#include "philidor/table/table_store.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Which positions are proved if the tables do not settle them, and what each may take.
struct ProofLimits {
    std::chrono::duration<double> time{2};                 ///< for a position
    std::uint64_t memory_bytes = std::uint64_t{1} << 30U;  ///< for the positions of a game
    unsigned threads = 1;                                  ///< for a position
    unsigned most_men = 8;                                 ///< positions with more men are left alone
    std::stop_token stop = {};  // NOLINT(readability-redundant-member-init): callers may leave it out
};

/// What is known about the moves of one player.
struct PlayerTotals {
    std::uint64_t valued = 0;       ///< moves with a known value
    std::uint64_t mistakes = 0;     ///< those that changed the result
    std::uint64_t half_points = 0;  ///< that these threw away: two for a win that became a loss
};

/// Figures about what was annotated.
struct AnnotationTotals {
    std::uint64_t games = 0;                      ///< that were written
    std::uint64_t moves = 0;                      ///< of those games
    std::uint64_t valued = 0;                     ///< those with a known value
    std::uint64_t mistakes = 0;                   ///< those that changed the result
    std::uint64_t only_moves = 0;                 ///< those that alone kept the result
    std::uint64_t proved = 0;                     ///< positions that were proved, each counted once
    std::uint64_t open = 0;                       ///< positions that were tried in vain, each counted once
    std::map<std::string, PlayerTotals> players;  ///< by their names in the games
};

/// Writes into games what tables and proofs know about the moves of their main lines. A move that changed the
/// result gets a glyph and a comment with the moves that keep it, {draw; Kb1 wins}, and variations show how:
/// the better move, and at the end of a game also what refutes the move. A move that alone keeps a win or a
/// draw gets a glyph and a comment, and a variation shows how another one fails. Other moves get nothing. All
/// that is in the game stays, but for signs that a proof contradicts. The 50-move rule is not considered. One
/// thread at a time.
class Annotator {
  public:
    /// Asks this store, which must outlive the annotator. With limits it also proves positions, and keeps in
    /// the store what it finds.
    Annotator(TableStore& store, std::optional<ProofLimits> limits);

    /// The game with what is known. Returns an error if the store cannot be read or written.
    [[nodiscard]] Result<GameTree, TableError> annotate(GameTree game);

    /// What has been annotated so far.
    [[nodiscard]] const AnnotationTotals& totals() const { return totals_; }

    /// Called after each position that is settled or left open; may be empty.
    std::function<void()> asked;

  private:
    /// What is known about a position of the game; empty if nothing can be.
    using Known = std::optional<Answer>;

    [[nodiscard]] bool may_be_proved(const Board& board) const;
    [[nodiscard]] Result<Known, TableError> ask(const Board& board);
    [[nodiscard]] const Answer& prove(const Ending& ending, const Answer& looked_up);
    [[nodiscard]] Effort effort() const;
    [[nodiscard]] Result<std::vector<Known>, TableError> ask_all(const std::vector<Board>& boards);
    [[nodiscard]] Result<void, TableError> keep();
    void judge(const Answer& answer, bool is_last, PlayerTotals& player, std::vector<GameNode>& next);
    void judge_mistake(const Answer& answer,
                       const MoveAnswer& own,
                       bool is_last,
                       std::vector<GameNode>& next);
    void judge_only_move(const Answer& answer, std::vector<GameNode>& next);
    [[nodiscard]] std::vector<Move> line(const Board& board, WdlBounds value);
    [[nodiscard]] GameNode variation(const Board& before, const MoveAnswer& first);

    TableStore& store_;
    std::optional<ProofLimits> limits_;
    std::unique_ptr<Prober> prober_;         ///< says whether the store has a position
    std::unique_ptr<Oracle> oracle_;         ///< says what the store has about it and its moves
    std::unique_ptr<Proof> proof_;           ///< of the game that is annotated; null if there is none
    std::unordered_map<Key, Answer> found_;  ///< what proofs said, or how far they came
    AnnotationTotals totals_;
};

}  // namespace philidor
