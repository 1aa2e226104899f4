/// @file
/// A game: where it started, which moves were played, and whether it is over.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// What ends a game at once, without a claim.
enum class Termination : std::uint8_t {
    checkmate,
    stalemate,
    insufficient_material,  ///< neither side can mate by any sequence of moves
    fivefold_repetition,
    seventy_five_moves,  ///< of each side, without a capture or a pawn move
};

/// Why a player may claim a draw.
enum class DrawClaim : std::uint8_t {
    threefold_repetition,
    fifty_moves,  ///< of each side, without a capture or a pawn move
};

/// A sequence of legal moves from any board.
class Game {
  public:
    /// A game from the start position of standard chess, or from another board.
    explicit Game(const Board& start = Board()) : start_(start), board_(start) {}

    /// The position at the start.
    [[nodiscard]] const Board& start() const { return start_; }

    /// The position now.
    [[nodiscard]] const Board& board() const { return board_; }

    /// The moves played, in order.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

    /// Plays a move, which must be legal.
    void play(Move move);

    /// Takes back the last move. There must be one.
    void take_back();

    /// How often the current position has occurred since the last capture or pawn move, this time included;
    /// so at least 1.
    [[nodiscard]] unsigned repetitions() const;

    /// What has ended the game, if it is over. Checkmate takes precedence over the counting of moves.
    [[nodiscard]] std::optional<Termination> termination() const;

    /// Why the player to move may claim a draw now, if at all. To claim with an intended move, play it first
    /// and then ask.
    [[nodiscard]] std::optional<DrawClaim> can_claim_draw() const;

  private:
    Board start_;
    Board board_;
    std::vector<Move> moves_;
    std::vector<Undo> undos_;  ///< one for each move; each holds the key of the position before it
};

}  // namespace philidor
