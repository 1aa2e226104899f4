/// @file
/// Which quiet moves were good elsewhere in the tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/move.hpp"
#include "philidor/engine/value.hpp"

namespace philidor {

/// Remembers quiet moves that refuted a line: the last two at each ply (killers), the one that answered a
/// given move of the opponent, and for every move of a side how often it was good or failed. A move that was
/// good in one position is likely to be good in similar ones, so it is tried early there. Not thread-safe:
/// each thread needs its own.
class MoveHistory {
  public:
    /// The greatest score of a quiet move, positive or negative.
    static constexpr int most = 8192;

    /// The moves that caused cutoffs at this ply, the latest first.
    [[nodiscard]] std::span<const Move> killers(int ply) const {
        return killers_[static_cast<std::size_t>(ply)];
    }

    /// The move that answered the opponent's move of this piece to this square.
    [[nodiscard]] Move answer_to(Piece moved, Square to) const { return answers_[moved][to]; }

    /// The score of a quiet move so far, between -`most` and `most`.
    [[nodiscard]] int score_of(Color side, Move move) const { return scores_[side][move.from()][move.to()]; }

    /// Records that a quiet move refuted the line, and that the others tried before it did not. Deeper
    /// searches count more.
    void add_refutation(Color side, Move move, std::span<const Move> tried_before, int depth, int ply) {
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move) {
            killers[1] = killers[0];
            killers[0] = move;
        }
        const int weight = std::min(depth * depth * 4, 1200);
        add(side, move, weight);
        for (const Move tried : tried_before) add(side, tried, -weight);
    }

    /// Records the answer to a move of the opponent.
    void add_answer(Piece moved, Square to, Move answer) { answers_[moved][to] = answer; }

    /// Starts a new search: killers are forgotten, since they belong to their tree, and scores are halved.
    void age() {
        killers_ = {};
        for (auto& from : scores_.values) {
            for (auto& to : from.values) {
                for (std::int16_t& score : to.values) score = static_cast<std::int16_t>(score / 2);
            }
        }
    }

  private:
    /// The larger a score, the more it is pulled back, so that it stays within its bounds and old merits
    /// fade.
    void add(Color side, Move move, int weight) {
        std::int16_t& score = scores_[side][move.from()][move.to()];
        score = static_cast<std::int16_t>(score + weight - score * std::abs(weight) / most);
    }

    std::array<std::array<Move, 2>, most_plies + 1> killers_{};
    ByColor<BySquare<BySquare<std::int16_t>>> scores_{};
    ByPiece<BySquare<Move>> answers_{};
};

}  // namespace philidor
