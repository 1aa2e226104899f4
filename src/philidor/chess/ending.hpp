/// @file
/// A position that tables can know.
#pragma once

#include <cstdint>
#include <string_view>

#include "philidor/base/result.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor {

/// Why a text or a board is not an ending.
enum class EndingError : std::uint8_t {
    position,  ///< the text is not a FEN, or its position breaks the rules
    castling,  ///< a side may still castle, which tables know nothing about
};

/// A board on which neither side may castle any more. Whatever tables, proofs and lines are about is an
/// Ending, so that none of them has to check it.
class Ending {
  public:
    /// Reads a FEN.
    [[nodiscard]] static Result<Ending, EndingError> from_fen(std::string_view text);

    /// Takes a board, unless a side may castle.
    [[nodiscard]] static Result<Ending, EndingError> from(const Board& board);

    /// The position itself.
    [[nodiscard]] const Board& board() const { return board_; }

    /// The ending after a legal move.
    [[nodiscard]] Ending after(Move move) const { return Ending(board_.after(move)); }

    /// Plays a legal move.
    void play(Move move) { board_.play(move); }

    /// Equal in everything, clocks included.
    friend bool operator==(const Ending&, const Ending&) = default;

  private:
    explicit Ending(const Board& board) : board_(board) {}

    Board board_;
};

}  // namespace philidor
