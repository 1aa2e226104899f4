/// @file
/// The terms of the pawn evaluation, their weights, and the scores that they add up to.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/chess/square.hpp"

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

/// What the evaluation counts. The terms up to `protected_passer` depend on the pawns alone, the others also
/// on the rest of the position.
enum class PawnTerm : std::uint8_t {
    doubled,
    isolated,
    backward,
    exposed,  ///< isolated or backward, and not opposed
    phalanx,
    supported,
    chain_base,
    island,
    majority,
    hole,
    candidate,
    connected_passer,
    protected_passer,
    passed_second,  ///< a passed pawn on its second rank
    passed_third,
    passed_fourth,
    passed_fifth,
    passed_sixth,
    passed_seventh,
    blocked_passer,       ///< a passed pawn with a piece or king on the square in front of it
    own_king_distance,    ///< steps of the king to the square in front of a passed pawn, at least one
    enemy_king_distance,  ///< the same for the enemy king
    rook_behind,          ///< a passed pawn defended by an own rook from behind
    unstoppable,          ///< a passed pawn that the enemy cannot catch
};

/// The number of terms.
inline constexpr std::size_t pawn_term_count = 24;

/// One value for each term.
template <class T>
using ByPawnTerm = IndexedArray<PawnTerm, T, pawn_term_count>;

/// The score of each term, for each time that it counts.
using PawnWeights = ByPawnTerm<Score>;

/// The term of a passed pawn on this rank, counted from its own side.
[[nodiscard]] PHILIDOR_INLINE constexpr PawnTerm passed_term(Rank rank) {
    assert(rank != Rank::first && rank != Rank::eighth);
    constexpr auto below_second = static_cast<unsigned>(PawnTerm::passed_second) - 1;
    return static_cast<PawnTerm>(below_second + static_cast<unsigned>(rank));
}

/// The name of a term: "doubled", "passed on rank 4", ...
[[nodiscard]] constexpr std::string_view name_of(PawnTerm term) {
    constexpr std::array<std::string_view, pawn_term_count> names{"doubled",           "isolated",
                                                                  "backward",          "exposed",
                                                                  "phalanx",           "supported",
                                                                  "chain base",        "island",
                                                                  "majority",          "hole",
                                                                  "candidate",         "connected passer",
                                                                  "protected passer",  "passed on rank 2",
                                                                  "passed on rank 3",  "passed on rank 4",
                                                                  "passed on rank 5",  "passed on rank 6",
                                                                  "passed on rank 7",  "blocked passer",
                                                                  "own king distance", "enemy king distance",
                                                                  "rook behind",       "unstoppable"};
    return names[static_cast<std::size_t>(term)];
}

/// All terms, for range-for.
inline constexpr auto all_pawn_terms = [] {
    std::array<PawnTerm, pawn_term_count> terms{};
    for (std::size_t i = 0; i < pawn_term_count; ++i) terms[i] = static_cast<PawnTerm>(i);
    return terms;
}();

/// Typical values from books and engines, where tuning starts.
inline constexpr PawnWeights starting_pawn_weights{{{
    {-10, -20},  // doubled
    {-15, -25},  // isolated
    {-10, -15},  // backward
    {-5, -5},    // exposed
    {5, 5},      // phalanx
    {5, 5},      // supported
    {0, 0},      // chain base
    {-5, -5},    // island
    {0, 5},      // majority
    {-1, 0},     // hole
    {5, 10},     // candidate
    {20, 20},    // connected passer
    {5, 10},     // protected passer
    {10, 10},    // passed on rank 2
    {15, 15},    // passed on rank 3
    {25, 25},    // passed on rank 4
    {50, 50},    // passed on rank 5
    {100, 100},  // passed on rank 6
    {150, 150},  // passed on rank 7
    {-10, -20},  // blocked passer
    {0, -5},     // own king distance
    {0, 5},      // enemy king distance
    {10, 20},    // rook behind
    {0, 500},    // unstoppable
}}};

/// A term of one side, and where it occurs.
struct PawnTermCount {
    PawnTerm term;     ///< the term
    Color color;       ///< the side that it counts for
    Bitboard squares;  ///< the pawns or squares concerned
    int times = 0;     ///< how often it counts
    Score score;       ///< from White's point of view
};

}  // namespace philidor
