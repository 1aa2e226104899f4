/// @file
/// The terms of the pawn evaluation, and their weights.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "philidor/base/inline.hpp"
#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/color.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/square.hpp"
#include "philidor/pawns/score.hpp"

namespace philidor {

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
    passed_second,  ///< a passed pawn on its second rank; counts half if any piece blocks it
    passed_third,
    passed_fourth,
    passed_fifth,
    passed_sixth,
    passed_seventh,
    own_king_distance,    ///< steps of the king to the square in front of a passed pawn
    enemy_king_distance,  ///< the same for the enemy king
    rook_behind,          ///< a passed pawn defended by an own rook from behind
    unstoppable,          ///< a passed pawn that the enemy cannot catch
};

/// The number of terms.
inline constexpr std::size_t pawn_term_count = 23;

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
    constexpr std::array<std::string_view, pawn_term_count> names{"doubled",
                                                                  "isolated",
                                                                  "backward",
                                                                  "exposed",
                                                                  "phalanx",
                                                                  "supported",
                                                                  "chain base",

                                                                  "island",
                                                                  "majority",
                                                                  "hole",
                                                                  "candidate",
                                                                  "connected passer",
                                                                  "protected passer",
                                                                  "passed on rank 2",
                                                                  "passed on rank 3",
                                                                  "passed on rank 4",
                                                                  "passed on rank 5",
                                                                  "passed on rank 6",
                                                                  "passed on rank 7",
                                                                  "own king distance",
                                                                  "enemy king distance",
                                                                  "rook behind",
                                                                  "unstoppable"};
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
    double times = 0;  ///< how often it counts; half for a blocked passed pawn
    Score score;       ///< from White's point of view
};

}  // namespace philidor
