/// @file
/// How long proved wins take, for the 50-move rule.
#pragma once

#include <optional>
#include <unordered_map>

#include "philidor/chess/board.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/solve/detail/knowledge.hpp"
#include "philidor/table/wdl.hpp"

namespace philidor {

/// Upper bounds of the plies that one side's proved wins take to the next capture, pawn move or mate, where
/// every such move keeps a win under the 50-move rule. They follow from the rounds of tables, and from the
/// positions of proofs that were found by searching moves. The knowledge must not change meanwhile.
class PlyBounds {
  public:
    /// The knowledge must outlive this object.
    PlyBounds(const Knowledge& knowledge, Color attacker) : knowledge_(knowledge), attacker_(attacker) {}

    /// The most plies; 0 if the defender is mated. Empty if no win is proved that fits into the rule.
    [[nodiscard]] std::optional<unsigned> of(const Board& board);

  private:
    [[nodiscard]] std::optional<unsigned> find(const Board& board);
    [[nodiscard]] std::optional<unsigned> of_table(const Board& board) const;
    [[nodiscard]] std::optional<unsigned> after(const Board& board, Move move);

    const Knowledge& knowledge_;
    Color attacker_;
    std::unordered_map<Board, std::optional<unsigned>, PositionHash, SamePosition> found_;
};

/// What a position is worth under the 50-move rule, with its clock, given what it is worth without it: a win
/// stays one if it is known to fit into the rule.
[[nodiscard]] WdlBounds value_under_rule(const Knowledge& knowledge, const Board& board, WdlBounds plain);

}  // namespace philidor
