/// @file
/// A game: where it began, what was played, and whether it is over.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// What ends a game at once, without anybody's claim.
enum class Termination : std::uint8_t {
    checkmate,
    stalemate,
    insufficient_material,  ///< neither side can mate by any sequence of moves
    fivefold_repetition,
    seventy_five_moves,  ///< by each side, without a capture or a pawn move
};

/// Why a player may claim a draw.
enum class DrawClaim : std::uint8_t {
    threefold_repetition,
    fifty_moves,  ///< by each side, without a capture or a pawn move
};

/// A sequence of legal moves from some board.
class Game {
  public:
    /// A game that begins at the start position of standard chess, or elsewhere.
    explicit Game(const Board& start = Board()) : start_(start), board_(start) {}

    /// Where it began.
    [[nodiscard]] const Board& start() const { return start_; }

    /// Where it stands now.
    [[nodiscard]] const Board& board() const { return board_; }

    /// The moves played, in order.
    [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

    /// Plays a legal move.
    void play(Move move);

    /// Takes back the last move, which there must be.
    void take_back();

    /// How often the position on the board has occurred since the last capture or pawn move, this time
    /// included; so at least 1.
    [[nodiscard]] unsigned repetitions() const;

    /// What has ended the game, if it is over. Checkmate comes before the counting of moves.
    [[nodiscard]] std::optional<Termination> termination() const;

    /// Why the player to move may claim a draw now, if so; for a move yet to be written down ask after
    /// playing it.
    [[nodiscard]] std::optional<DrawClaim> can_claim_draw() const;

  private:
    Board start_;
    Board board_;
    std::vector<Move> moves_;
    std::vector<Undo> undos_;  ///< one for each move; each holds the key of the position before it
};

}  // namespace philidor
