/// @file
/// Lines of play as people write them.
#pragma once

#include <string>
#include <string_view>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"

namespace philidor::cli {

/// "1. Kb1 Kb7 2. Kc1", or "1... Kb7 2. Kc1", written move by move.
class LineText {
  public:
    /// Begins a line with the position before its first move.
    explicit LineText(const Board& board) : board_(board) {}

    /// Adds a legal move, with a sign behind it that says something about it.
    void add(Move move, std::string_view sign = "");

    /// The line so far.
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    Board board_;
    std::string text_;
};

}  // namespace philidor::cli
