/// @file
/// The evaluation of the pawns in a position.
#pragma once

#include <vector>

#include "philidor/chess/bitboard.hpp"
#include "philidor/chess/board.hpp"
#include "philidor/chess/indexed_array.hpp"
#include "philidor/chess/piece.hpp"
#include "philidor/pawns/detail/pawn_structure.hpp"
#include "philidor/pawns/pawn_term.hpp"

namespace philidor {

/// The default weights, fitted to games and to exact values; see docs/pawns.md.
extern const PawnWeights tuned_pawn_weights;

/// What depends on the pawns alone. Scores are from White's point of view: Black's terms are subtracted.
struct StructureScore {
    Score score;               ///< the sum of the structure's terms
    ByColor<Bitboard> passed;  ///< the passed pawns, for the terms that depend on the rest of the position
};

/// The terms of the structure. No board is needed, so the result can be cached by the pawns.
[[nodiscard]] StructureScore score_structure(const PawnStructure& structure, const PawnWeights& weights);

/// The terms of passed pawns that depend on the rest of the position.
[[nodiscard]] Score score_passers(const Board& board,
                                  const ByColor<Bitboard>& passed,
                                  const PawnWeights& weights);

/// The whole evaluation of the pawns, without a hash.
[[nodiscard]] Score evaluate_pawns(const Board& board, const PawnWeights& weights = tuned_pawn_weights);

/// Every term that occurs, in the order of the terms, White's before Black's. The scores add up to the result
/// of `evaluate_pawns`.
[[nodiscard]] std::vector<PawnTermCount> explain_pawns(const Board& board,
                                                       const PawnWeights& weights = tuned_pawn_weights);

}  // namespace philidor
