/// @file
/// The weights of the pawn terms as parameters of a fit.
#pragma once

#include <array>
#include <cstddef>

#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// Two parameters for each term: middlegame and endgame.
inline constexpr std::size_t weight_parameters = 2 * pawn_term_count;

/// Weights as numbers, in the order of the parameters. The parameters of a passed pawn on rank 3 and beyond
/// are what it gains over the rank below, so that a bound of 0 keeps the weights in the order of the ranks.
using WeightNumbers = std::array<double, weight_parameters>;

/// The parameter of a term for the middlegame; the next one is for the endgame.
[[nodiscard]] constexpr std::size_t parameter_of(PawnTerm term) { return 2 * static_cast<std::size_t>(term); }

/// Whether this is the term of a passed pawn on some rank beyond the second.
[[nodiscard]] constexpr bool builds_on_lower_rank(PawnTerm term) {
    return term > PawnTerm::passed_second && term <= PawnTerm::passed_seventh;
}

/// The numbers of these weights.
[[nodiscard]] WeightNumbers numbers_of(const PawnWeights& weights);

/// The weights of these numbers, rounded to centipawns.
[[nodiscard]] PawnWeights weights_of(const WeightNumbers& numbers);

/// Whether chess players hold the term to be good or bad for the side that has it: 1 or -1. Its weights have
/// this sign or are 0.
[[nodiscard]] int sign_of(PawnTerm term);

}  // namespace philidor
