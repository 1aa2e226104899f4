/// @file
/// Lines of play in algebraic notation.
#pragma once

#include <string>
#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor::cli {

/// A line such as "1. Kb1 Kb7 2. Kc1" or "1... Kb7 2. Kc1", written move by move.
class LineText {
  public:
    /// Starts a line from the position before its first move.
    explicit LineText(const Board& board) : board_(board) {}

    /// Adds a legal move, followed by a sign such as "!".
    void add(Move move, std::string_view sign = "");

    /// The line so far.
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    Board board_;
    std::string text_;
};

}  // namespace philidor::cli
