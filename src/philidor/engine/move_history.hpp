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

/// Remembers quiet moves that refuted something: the last two at each ply (killers), the one that answered a
/// move of the opponent, and for every move of a side how often it was good and how often it was tried in
/// vain. What was good in one position is likely to be good in its neighbours, so it is tried early there.
/// Belongs to one thread.
class MoveHistory {
  public:
    /// The largest score of a quiet move, for better or worse.
    static constexpr int most = 8192;

    /// The moves that refuted others at this ply, the last one first.
    [[nodiscard]] std::span<const Move> killers(int ply) const {
        return killers_[static_cast<std::size_t>(ply)];
    }

    /// What answered the opponent's move of this man to this square.
    [[nodiscard]] Move answer_to(Piece moved, Square to) const { return answers_[moved][to]; }

    /// How good a quiet move has been so far, between -`most` and `most`.
    [[nodiscard]] int score_of(Color side, Move move) const { return scores_[side][move.from()][move.to()]; }

    /// A quiet move refuted what came before; the others were tried in vain. The deeper the search, the more
    /// it counts.
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

    /// Notes what answered a move of the opponent.
    void add_answer(Piece moved, Square to, Move answer) { answers_[moved][to] = answer; }

    /// A new search begins: killers belong to their tree, the scores count half.
    void age() {
        killers_ = {};
        for (auto& from : scores_.values) {
            for (auto& to : from.values) {
                for (std::int16_t& score : to.values) score = static_cast<std::int16_t>(score / 2);
            }
        }
    }

  private:
    /// Drawn back the more, the larger it is, so that it never leaves its bounds and old merits fade.
    void add(Color side, Move move, int weight) {
        std::int16_t& score = scores_[side][move.from()][move.to()];
        score = static_cast<std::int16_t>(score + weight - score * std::abs(weight) / most);
    }

    std::array<std::array<Move, 2>, most_plies + 1> killers_{};
    ByColor<BySquare<BySquare<std::int16_t>>> scores_{};
    ByPiece<BySquare<Move>> answers_{};
};

}  // namespace philidor
