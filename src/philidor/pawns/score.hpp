/// @file
/// Scores that change from the middlegame to the endgame.
#pragma once

#include <algorithm>
#include <cstdint>

#include "philidor/base/inline.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/piece.hpp"

namespace philidor {

/// A number of centipawns for the middlegame and one for the endgame. Both share one word, so that adding or
/// multiplying both takes one instruction:
///
///       bit  63-32        31-0
///            endgame  +   middlegame, with its sign
class Score {
  public:
    /// A score of zero.
    constexpr Score() = default;

    /// The score with these two parts.
    PHILIDOR_INLINE constexpr Score(int middlegame, int endgame)
        : both_(static_cast<std::int64_t>(endgame) * one_endgame + middlegame) {}

    /// The part for the middlegame.
    [[nodiscard]] PHILIDOR_INLINE constexpr int middlegame() const {
        return static_cast<std::int32_t>(both_);
    }

    /// The part for the endgame.
    [[nodiscard]] PHILIDOR_INLINE constexpr int endgame() const {
        return static_cast<int>((both_ - middlegame()) / one_endgame);
    }

    /// Adds another score.
    PHILIDOR_INLINE constexpr Score& operator+=(Score other) {
        both_ += other.both_;
        return *this;
    }
    /// The sum.
    PHILIDOR_INLINE friend constexpr Score operator+(Score a, Score b) { return a += b; }
    /// The difference.
    PHILIDOR_INLINE friend constexpr Score operator-(Score a, Score b) { return a += -b; }
    /// The same score for the other side.
    PHILIDOR_INLINE constexpr Score operator-() const { return *this * -1; }
    /// The score multiplied by `times`.
    PHILIDOR_INLINE friend constexpr Score operator*(Score score, int times) {
        score.both_ *= times;
        return score;
    }
    /// Half of it, rounded towards zero, so that rounding favours neither side.
    [[nodiscard]] PHILIDOR_INLINE constexpr Score halved() const { return {middlegame() / 2, endgame() / 2}; }
    /// Whether both parts are equal.
    friend constexpr bool operator==(Score, Score) = default;

  private:
    static constexpr std::int64_t one_endgame = std::int64_t{1} << 32U;

    std::int64_t both_ = 0;
};

/// The phase of a full middlegame, as at the start; without pieces it is 0.
inline constexpr int whole_phase = 24;

/// The phase, from 0 to `whole_phase`, by the pieces left: 1 for a knight or bishop, 2 for a rook, 4 for a
/// queen.
[[nodiscard]] PHILIDOR_INLINE int phase_of(const Board& board) {
    const auto count = [&](PieceType type) { return static_cast<int>(board.pieces(type).count()); };
    const int pieces = count(PieceType::knight) + count(PieceType::bishop) + 2 * count(PieceType::rook) +
                       4 * count(PieceType::queen);
    return std::min(pieces, whole_phase);
}

/// The score between middlegame and endgame, rounded towards zero, so that rounding favours neither side.
[[nodiscard]] PHILIDOR_INLINE constexpr int tapered(Score score, int phase) {
    return (score.middlegame() * phase + score.endgame() * (whole_phase - phase)) / whole_phase;
}

}  // namespace philidor
